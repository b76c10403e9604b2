import { expect, test } from 'vitest';
import { printExpression } from '../../../test/validators/evaluate.js';
import { code, importValue, type Reference } from '../../typescript/code.js';
import { Lines, nameField, nameLocal, parameters, readField } from './body.js';

function print(print: (lines: Lines) => void): string[] {
  const lines = new Lines();
  print(lines);
  const { body } = lines.print();
  return body.parts.length === 0 ? [] : printExpression(body).split('\n');
}
const nothing = (): void => {};
const a = nameLocal('a');
const b = nameLocal('b');

test.each<[string, (lines: Lines) => void, string[]]>([
  ['a block is indented', (lines) => lines.block('if (a)', () => lines.add('f();')), ['if (a) {', '  f();', '}']],
  ['an empty block is left out', (lines) => lines.block('if (a)', nothing), []],
  [
    'a declaration that nothing uses is left out, and what only it uses',
    (lines) => {
      lines.declare(a, 'const a = 1;');
      lines.declare(b, code`const ${b} = ${a};`);
      lines.add('f();');
    },
    ['f();'],
  ],
  [
    'a declaration that is used stays',
    (lines) => {
      lines.declare(a, code`const ${a} = 1;`);
      lines.add(code`f(${a});`);
    },
    ['const a = 1;', 'f(a);'],
  ],
  [
    'a name that is used once is printed in place',
    (lines) => {
      lines.read(a, '', code`o.a`);
      lines.block('if (x)', () => lines.add(code`f(${a});`));
    },
    ['if (x) {', '  f(o.a);', '}'],
  ],
  [
    'a name that is used twice is declared',
    (lines) => {
      lines.read(a, '', code`o.a`);
      lines.read(b, ': unknown', code`${a}.b`);
      lines.add(code`f(${a}, ${b}, ${b});`);
    },
    ['const a = o.a;', 'const b: unknown = a.b;', 'f(a, b, b);'],
  ],
  [
    'a local name that would hide one of another module is renamed',
    (lines) => lines.add(code`${importValue('m', 'a')}(${a}, ${b}, ${nameLocal('aValue')});`),
    ['a(aValue, b, aValue2);'],
  ],
  [
    'a name has a number only if the block, or one around it, has the same name',
    (lines) => {
      const loop = (inside: () => void): void => {
        const item = nameLocal('item');
        lines.block(code`for (const ${item} of list)`, () => {
          lines.add(code`f(${item});`);
          inside();
        });
      };
      lines.declare(nameLocal('item'), code`const unused = 1;`);
      loop(() => loop(nothing));
      loop(nothing);
    },
    [
      'for (const item of list) {',
      '  f(item);',
      '  for (const item2 of list) {',
      '    f(item2);',
      '  }',
      '}',
      'for (const item of list) {',
      '  f(item);',
      '}',
    ],
  ],
  [
    'a value whose type the compiler has narrowed is cast, unless it is an argument',
    (lines) => {
      const widen = (why: 'value' | 'test' = 'value'): Reference => {
        const given = nameLocal('given');
        lines.widen(given, a, why);
        return given;
      };
      const twice = widen();
      const called = widen();
      lines.add(code`f(${called}, ${called}) || ${called} === null;`);
      lines.add(code`if (${widen()} === 1) g((${widen()} === 2));`);
      const [isA, matchesA] = [importValue('m', 'isA'), importValue('m', 'matchesA')];
      lines.add(code`${isA}(${widen('test')}) && ${matchesA}(${widen('test')}) && Array.isArray(${widen('test')});`);
      lines.add(code`f(${twice} === ${twice});`);
    },
    [
      'const given: unknown = a;',
      'f(a, a) || a === null;',
      'if ((a as unknown) === 1) g(((a as unknown) === 2));',
      'isA(a as unknown) && matchesA(a) && Array.isArray(a as unknown);',
      'f(given === given);',
    ],
  ],
  [
    'a block shares what it, or one around it, declares once',
    (lines) => {
      const use = (): void =>
        lines.add(
          code`f(${lines.share(a, () => {
            const fields = nameLocal('fields');
            lines.declare(fields, code`const ${fields} = ${a};`);
            return fields;
          })});`,
        );
      lines.block('if (x)', use);
      use();
      lines.block('if (y)', use);
    },
    [
      'if (x) {',
      '  const fields = a;',
      '  f(fields);',
      '}',
      'const fields = a;',
      'f(fields);',
      'if (y) {',
      '  f(fields);',
      '}',
    ],
  ],
  [
    'one case of several is taken',
    (lines) =>
      lines.chain([
        { test: 'a', print: () => lines.add('f();') },
        { test: 'b', print: () => lines.add('g();') },
        { test: undefined, print: () => lines.add('h();') },
      ]),
    ['if (a) {', '  f();', '} else if (b) {', '  g();', '} else {', '  h();', '}'],
  ],
  [
    'cases at the end that do nothing are left out',
    (lines) =>
      lines.chain([
        { test: 'a', print: () => lines.add('f();') },
        { test: 'b', print: nothing },
        { test: undefined, print: nothing },
      ]),
    ['if (a) {', '  f();', '}'],
  ],
  [
    'an empty case before another one stays',
    (lines) =>
      lines.chain([
        { test: 'a', print: nothing },
        { test: undefined, print: () => lines.add('f();') },
      ]),
    ['if (a) {', '} else {', '  f();', '}'],
  ],
  [
    'a choice alone in `else` continues the chain',
    (lines) =>
      lines.chain([
        { test: 'a', print: () => lines.add('f();') },
        { test: undefined, print: () => lines.blockIf('b', () => lines.add('g();')) },
      ]),
    ['if (a) {', '  f();', '} else if (b) {', '  g();', '}'],
  ],
  [
    'a choice in `else` stays there if more follows it',
    (lines) =>
      lines.chain([
        { test: 'a', print: () => lines.add('f();') },
        {
          test: undefined,
          print: (): void => {
            lines.block('if (b)', () => lines.add('g();'));
            lines.add('h();');
          },
        },
      ]),
    ['if (a) {', '  f();', '} else {', '  if (b) {', '    g();', '  }', '  h();', '}'],
  ],
  [
    'a choice in the last case stays there if that is not `else`',
    (lines) =>
      lines.chain([
        { test: 'a', print: () => lines.add('f();') },
        { test: 'b', print: () => lines.block('if (c)', () => lines.add('g();')) },
      ]),
    ['if (a) {', '  f();', '} else if (b) {', '  if (c) {', '    g();', '  }', '}'],
  ],
  [
    'a choice in a block that is no choice stays there',
    (lines) => lines.block('if (a)', () => lines.block('if (b)', () => lines.add('g();'))),
    ['if (a) {', '  if (b) {', '    g();', '  }', '}'],
  ],
  [
    'a loop in `else` does not',
    (lines) =>
      lines.chain([
        { test: 'a', print: () => lines.add('f();') },
        { test: undefined, print: () => lines.block('for (;;)', () => lines.add('g();')) },
      ]),
    ['if (a) {', '  f();', '} else {', '  for (;;) {', '    g();', '  }', '}'],
  ],
  [
    'nothing follows a refusal',
    (lines) => {
      lines.block('if (a)', () => {
        lines.add('f();');
        lines.addIf('true', 'return false;');
        lines.add('g();');
      });
      lines.add('return true;');
    },
    ['if (a) {', '  return false;', '}', 'return true;'],
  ],
  [
    'a refusal alone is the whole body',
    (lines) => {
      lines.add('return false;');
      lines.add('return true;');
    },
    ['return false;'],
  ],
  [
    'blocks that all refuse are a refusal',
    (lines) => {
      lines.chain([
        { test: 'a', print: () => lines.add('return false;') },
        { test: undefined, print: () => lines.add('return false;') },
      ]);
      lines.add('return true;');
    },
    ['return false;'],
  ],
  [
    'blocks of which only some refuse stay',
    (lines) => {
      for (const print of [() => lines.add('f();'), nothing])
        lines.chain([
          { test: 'a', print },
          { test: undefined, print: () => lines.add('return false;') },
        ]);
    },
    ['if (a) {', '  f();', '} else {', '  return false;', '}', 'if (a) {', '} else {', '  return false;', '}'],
  ],
  [
    'a condition that always or never holds is not printed',
    (lines) => {
      lines.addIf('false', 'f();');
      lines.addIf('true', 'g();');
      lines.chain([
        { test: 'false', print: () => lines.add('f();') },
        { test: 'a', print: () => lines.add('g();') },
        { test: 'true', print: () => lines.add('h();') },
        { test: undefined, print: () => lines.add('f();') },
      ]);
      lines.blockIf('true', () => lines.add('i();'));
      lines.blockIf('false', () => lines.add('f();'));
      lines.blockIf('b', () => lines.add('j();'));
      lines.addIf('c', 'k();');
    },
    ['g();', 'if (a) {', '  g();', '} else {', '  h();', '}', 'i();', 'if (b) {', '  j();', '}', 'if (c) k();'],
  ],
])('%s', (_, addTo, expected) => {
  expect(print(addTo)).toEqual(expected);
});

test('a body is empty until something is added, also inside a block', () => {
  const lines = new Lines();
  expect(lines.isEmpty).toBe(true);
  lines.block('if (a)', () => {
    expect(lines.isEmpty).toBe(false);
    lines.add('f();');
    expect(lines.isEmpty).toBe(false);
  });
  expect(lines.isEmpty).toBe(false);
});

test.each<[string, (lines: Lines) => void, boolean]>([
  ['no statement', nothing, false],
  ['another statement', (lines) => lines.add('f();'), false],
  ['a block with an answer', (lines) => lines.block('if (a)', () => lines.answer('a')), false],
  ['a refusal', (lines) => lines.add('return false;'), true],
  ['an answer that depends on the value', (lines) => lines.answer(code`${a} > 1`), true],
])('the last statement decides whether a body returns for every value: %s', (_, addTo, expected) => {
  const lines = new Lines();
  addTo(lines);
  expect(lines.isAnswered).toBe(expected);
});

test('the statements of another body are included with their refusals', () => {
  const body = new Lines();
  body.addIf('a', 'f();');
  body.add('return false;');
  const around = (lines: Lines): void => lines.block('if (b)', () => lines.include(body));
  expect(print(around)).toEqual(['if (b) {', '  return false;', '}']);
});

test('a body has its names, and those from outside the function in the order of their use', () => {
  const lines = new Lines();
  const [f, g] = [importValue('m', 'f'), importValue('m', 'g')];
  lines.add(code`${g}(${a});`);
  lines.add(code`${f}(${b}, ${g});`);
  const { body, used, outer } = lines.print();
  expect(printExpression(body)).toBe('g(a);\nf(b, g);');
  expect(body.parts.filter((part) => typeof part !== 'string')).toEqual([g, f, g]);
  expect([...used.keys()]).toEqual([g, a, f, b]);
  expect(outer).toEqual([g, f]);
});

test('an expression that replaces a name may contain a name that another expression replaces', () => {
  const printed = print((lines) => {
    lines.read(a, '', code`o.a`);
    lines.read(b, '', code`f(${a})`);
    lines.add(code`return ${b};`);
  });
  expect(printed).toEqual(['return f(o.a);']);
});

test.each([
  ['id', `fields['id']`],
  [`it's`, `fields['it\\'s']`],
  ['constructor', `readOwn(fields, 'constructor')`],
  ['__proto__', `readOwn(fields, '__proto__')`],
])('the field %j is read as %s', (name, expression) => {
  expect(printExpression(readField(nameLocal('fields'), name))).toBe(expression);
});

test('a name outside the function may get another one when it is used', () => {
  const lines = new Lines();
  const pattern = importValue('m', 'pattern');
  lines.add(code`${pattern}.test(${nameLocal('pattern2')});`);
  const { body, outer } = lines.print((reference) => ({ ...reference, name: 'pattern2' }));
  expect(printExpression(body)).toBe('pattern2.test(pattern2Value);');
  expect(outer).toEqual([pattern]);
});

test('a local name is never that of a parameter', () => {
  expect(print((lines) => lines.add(code`f(${parameters.value}, ${nameLocal('value')});`))).toEqual([
    'f(value, value2);',
  ]);
});

test.each([
  ['street', 'street'],
  ['created_at', 'createdAt'],
  ['X-Rate-Limit', 'xRateLimit'],
  ['a'.repeat(40), 'a'.repeat(40)],
  ['a'.repeat(41), 'field'],
  ['class', 'field'],
  ['1st', 'field'],
  ['ä', 'field'],
  ['', 'field'],
  ['value', 'valueField'],
])('the field %j has the local name %s', (property, name) => {
  expect(nameField(property).name).toBe(name);
});
