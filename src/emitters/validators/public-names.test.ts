import { sendAndReceive, testAnswers } from '../../../test/validators/answers.js';

testAnswers({
  more: {
    paths: {
      '/accounts': {
        post: sendAndReceive('postAccount', 'Account'),
        get: {
          operationId: 'getAccounts',
          responses: {
            '200': {
              description: 'It.',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Page' } } },
            },
          },
        },
      },
    },
  },
  schemas: {
    Account: {
      type: 'object',
      required: ['id', 'password', 'plan', 'owner', 'size'],
      additionalProperties: false,
      dependentRequired: { note: ['id', 'plan', 'password'] },
      properties: {
        id: { type: 'string', readOnly: true },
        password: { type: 'string', writeOnly: true },
        plan: { type: 'string', default: 'free' },
        colour: { enum: ['red', 'blue'], default: 'red' },
        note: { type: 'string' },
        size: { $ref: '#/components/schemas/Size' },
        owner: { $ref: '#/components/schemas/Owner' },
        friends: { type: 'array', items: { $ref: '#/components/schemas/Owner' } },
      },
    },
    Size: { type: 'integer', default: 3 },
    Owner: {
      allOf: [
        { $ref: '#/components/schemas/Named' },
        {
          required: ['rank'],
          properties: { rank: { type: 'integer', default: 1 }, secret: { type: 'string', readOnly: true } },
        },
      ],
    },
    Named: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
    Page: {
      type: 'object',
      required: ['accounts'],
      properties: {
        accounts: { type: 'array', items: { $ref: '#/components/schemas/Account' } },
        count: { type: 'integer', default: 0 },
      },
    },
    Optional: { type: 'object', properties: { a: { type: 'integer', default: 1 } } },
    Guess: { oneOf: [{ $ref: '#/components/schemas/First' }, { $ref: '#/components/schemas/Second' }] },
    First: {
      type: 'object',
      required: ['kind', 'a'],
      properties: { kind: { const: 'first' }, a: { type: 'integer', default: 1 } },
    },
    Second: {
      type: 'object',
      required: ['kind'],
      properties: { kind: { const: 'second', default: 'second' }, a: { type: 'string' } },
    },
  },
  answers: [
    ['isAccount', { id: 'a', plan: 'b', colour: 'red', size: 1, owner: { name: 'c', rank: 1 } }, true],
    ['isAccount', { id: 'a', plan: 'b', size: 1, owner: { name: 'c', rank: 1 } }, true],
    ['isAccount', { id: 'a', plan: 'b', colour: 'red', size: 1, owner: { name: 'c' } }, false],
    ['isAccount', { plan: 'b', colour: 'red', size: 1, owner: { name: 'c', rank: 1 } }, false],
    ['isAccountInput', { password: 'b', owner: { name: 'c' } }, true],
    ['isAccountInput', { password: 'b', owner: {} }, false],
    ['isAccountInput', { owner: { name: 'c' } }, false],
    ['isAccountReceived', { password: 'b', plan: 'x', colour: 'red', size: 1, owner: { name: 'c', rank: 1 } }, true],
    ['isAccountReceived', { password: 'b', colour: 'red', size: 1, owner: { name: 'c', rank: 1 } }, false],
    ['isAccountReceived', { password: 'b', plan: 'x', colour: 'red', owner: { name: 'c', rank: 1 } }, false],
    [
      'validateAccount',
      {},
      [
        ' | Account/required | must have the property "id"',
        ' | Account/required | must have the property "plan"',
        ' | Account/required | must have the property "size"',
        ' | Account/required | must have the property "owner"',
      ],
    ],
    [
      'validateAccount',
      { id: 'a', password: 5, plan: 'b', size: 1, owner: { name: 'c', rank: 1 }, note: 'x', other: 1 },
      [
        '/password | Account/properties/password/type | must be a string',
        '/other | Account/additionalProperties | must be absent',
      ],
    ],
    [
      'validateAccount',
      {
        id: 'a',
        password: 5,
        plan: 'b',
        size: 1,
        owner: { name: 'c', rank: 1 },
        colour: 'green',
        friends: [{ rank: 'x' }],
      },
      [
        '/password | Account/properties/password/type | must be a string',
        '/colour | Account/properties/colour/enum | must be one of "red", "blue"',
        '/friends/0 | Named/required | must have the property "name"',
        '/friends/0/rank | Owner/allOf/1/properties/rank/type | must be an integer',
      ],
    ],
    [
      'validateAccountInput',
      { note: 'x' },
      [
        ' | Account/required | must have the property "password"',
        ' | Account/required | must have the property "owner"',
        ' | Account/dependentRequired | must have the property "password", because "note" is present',
      ],
    ],
    [
      'validateAccountInput',
      { id: 5, password: 'a', owner: { name: 'c', rank: 'x', secret: 5 }, friends: [{}] },
      [
        '/id | Account/properties/id/type | must be a string',
        '/owner/rank | Owner/allOf/1/properties/rank/type | must be an integer',
        '/owner/secret | Owner/allOf/1/properties/secret/type | must be a string',
        '/friends/0 | Named/required | must have the property "name"',
      ],
    ],
    [
      'validateAccountReceived',
      { note: 'x' },
      [
        ' | Account/required | must have the property "password"',
        ' | Account/required | must have the property "plan"',
        ' | Account/required | must have the property "size"',
        ' | Account/required | must have the property "owner"',
        ' | Account/dependentRequired | must have the property "plan", because "note" is present',
        ' | Account/dependentRequired | must have the property "password", because "note" is present',
      ],
    ],
    [
      'validateAccountReceived',
      { id: 5, password: 'a', owner: { name: 'c', rank: 'x', secret: 5 }, friends: [{}] },
      [
        '/id | Account/properties/id/type | must be a string',
        ' | Account/required | must have the property "plan"',
        ' | Account/required | must have the property "size"',
        '/owner/rank | Owner/allOf/1/properties/rank/type | must be an integer',
        '/owner/secret | Owner/allOf/1/properties/secret/type | must be a string',
        '/friends/0 | Named/required | must have the property "name"',
        '/friends/0 | Owner/allOf/1/required | must have the property "rank"',
      ],
    ],
    [
      'validatePage',
      { accounts: [{}] },
      [
        '/accounts/0 | Account/required | must have the property "id"',
        '/accounts/0 | Account/required | must have the property "plan"',
        '/accounts/0 | Account/required | must have the property "size"',
        '/accounts/0 | Account/required | must have the property "owner"',
      ],
    ],
    ['isPage', { accounts: [] }, true],
    ['isPage', { accounts: [], count: 1 }, true],
    [
      'withPageDefaults',
      { accounts: [{ owner: {}, friends: [{}] }] },
      { accounts: [{ owner: { rank: 1 }, friends: [{ rank: 1 }], plan: 'free', colour: 'red', size: 3 }], count: 0 },
    ],
    [
      'withAccountDefaults',
      { owner: {}, friends: [{ rank: 5 }, 7] },
      { owner: { rank: 1 }, friends: [{ rank: 5 }, 7], plan: 'free', colour: 'red', size: 3 },
    ],
    [
      'withAccountReceivedDefaults',
      { id: 'a', password: 'b', owner: { secret: 'c' } },
      { password: 'b', owner: { rank: 1 }, plan: 'free', colour: 'red', size: 3 },
    ],
    ['withOwnerReceivedDefaults', { name: 'a', secret: 'b' }, { name: 'a', rank: 1 }],
    ['validateOptional', {}, []],
    ['isOptional', {}, true],
    ['isOptional', { a: 1 }, true],
    ['validateGuess', { kind: 'first', a: 1 }, []],
    ['validateGuess', { kind: 'first' }, [' | First/required | must have the property "a"']],
    ['isGuess', { kind: 'second', a: 'x' }, true],
    ['withGuessDefaults', { kind: 'first', a: 1 }, { kind: 'first', a: 1 }],
  ],
  absent: ['isNamedInput', 'validateNamedInput', 'validatePageInput', 'withNamedDefaults'],
});
