import { testAnswers } from '../../../test/validators/answers.js';

// Each value needs more than one check, so a table of functions is used.
const kinds = Array.from({ length: 120 }, (_, index) => `k${index}`);
const describe = (kind: string): object => ({
  type: 'object',
  required: ['kind'],
  properties: { kind: { const: kind }, size: { type: 'integer', default: 1 } },
});

testAnswers({
  schemas: {
    Any: { oneOf: kinds.map(describe) },
    Owner: { type: 'object', properties: { pet: { $ref: '#/components/schemas/Any' } } },
    Parent: { type: 'object', properties: { kind: { type: 'string' } }, discriminator: { propertyName: 'kind' } },
    ...Object.fromEntries(
      kinds.map((kind) => [
        kind,
        { allOf: [{ $ref: '#/components/schemas/Parent' }, { required: [kind], properties: { [kind]: {} } }] },
      ]),
    ),
  },
  answers: [
    ['isAny', { kind: 'k119', size: 1 }, true],
    ['isAny', { kind: 'k119', size: '' }, false],
    ['isAny', { kind: 'k120' }, false],
    ['validateAny', { kind: 'k60', size: '' }, ['/size | Any/oneOf/60/properties/size/type | must be an integer']],
    [
      'validateOwner',
      { pet: { kind: 'k0', size: '' } },
      ['/pet/size | Any/oneOf/0/properties/size/type | must be an integer'],
    ],
    ['isParent', { kind: 'k119', k119: 1 }, true],
    ['isParent', { kind: 'k119', k0: 1 }, false],
    ['isParent', { k5: 1 }, true],
    ['isParent', {}, false],
    ['withAnyDefaults', { kind: 'k119' }, { kind: 'k119', size: 1 }],
  ],
});
