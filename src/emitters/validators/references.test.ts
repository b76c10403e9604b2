import { testAnswers } from '../../../test/validators/answers.js';

testAnswers({
  schemas: {
    Cat: { type: 'object', required: ['kind'], properties: { kind: { const: 'cat' }, lives: { type: 'integer' } } },
    Refused: false,
    OnlyReference: { $ref: '#/components/schemas/Cat' },
    ReferenceAnd: { $ref: '#/components/schemas/Cat', required: ['lives'], minProperties: 3 },
    ToRefused: { type: 'object', properties: { a: { $ref: '#/components/schemas/Refused' } } },
    Tree: {
      $id: 'https://x.test/tree',
      $dynamicAnchor: 'node',
      type: 'object',
      properties: { y: { default: 1 }, children: { type: 'array', items: { $dynamicRef: '#node' } } },
    },
    Strict: {
      $id: 'https://x.test/strict',
      $dynamicAnchor: 'node',
      $ref: 'https://x.test/tree',
      unevaluatedProperties: false,
    },
    Named: {
      $id: 'https://x.test/named',
      $dynamicAnchor: 'node',
      $ref: 'https://x.test/tree',
      required: ['name'],
      properties: { name: { type: 'string', default: 'n' } },
    },
    Holder: {
      type: 'object',
      properties: { a: { $ref: 'https://x.test/strict' }, b: { $ref: 'https://x.test/tree' } },
    },
  },
  answers: [
    ['validateOnlyReference', { kind: 'cat', lives: 'x' }, ['/lives | Cat/properties/lives/type | must be an integer']],
    [
      'validateReferenceAnd',
      { kind: 'cat' },
      [
        ' | ReferenceAnd/required | must have the property "lives"',
        ' | ReferenceAnd/minProperties | must have at least 3 fields',
      ],
    ],
    ['isReferenceAnd', { kind: 'cat', lives: 1, a: 1 }, true],
    ['isReferenceAnd', { kind: 'cat', lives: 1 }, false],
    ['validateToRefused', { a: 1 }, ['/a | Refused | must be absent']],
    ['isToRefused', {}, true],
    ['isToRefused', { a: 1 }, false],
    [
      'validateTree',
      { children: [{ z: 1, children: [5] }] },
      ['/children/0/children/0 | Tree/type | must be an object'],
    ],
    ['isTree', { children: [{ z: 1 }] }, true],
    ['validateStrict', { children: [{ z: 1 }] }, ['/children/0/z | Strict/unevaluatedProperties | must be absent']],
    ['isStrict', { y: 1, children: [{ y: 1, z: 1 }] }, false],
    ['isStrict', { y: 1, children: [{ y: 1 }] }, true],
    [
      'validateNamed',
      { name: 'a', children: [{ name: 5 }, {}] },
      [
        '/children/0/name | Named/properties/name/type | must be a string',
        '/children/1 | Named/required | must have the property "name"',
      ],
    ],
    ['isNamed', { y: 1, name: 'a', children: [{ y: 1, name: 'b' }] }, true],
    [
      'validateHolder',
      { a: { children: [{ z: 1 }] }, b: { children: [{ z: 1 }, 5] } },
      [
        '/a/children/0/z | Strict/unevaluatedProperties | must be absent',
        '/b/children/1 | Tree/type | must be an object',
      ],
    ],
    ['withTreeDefaults', { children: [{}] }, { children: [{ y: 1 }], y: 1 }],
    ['withNamedDefaults', { children: [{}] }, { children: [{ y: 1, name: 'n' }], y: 1, name: 'n' }],
  ],
});
