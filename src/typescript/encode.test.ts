import fc from 'fast-check';
import ts from 'typescript-5.9';
import { expect, test } from 'vitest';
import { runs } from '../../test/effort.js';
import {
  code,
  encodeComment,
  encodeDoc,
  encodeJson,
  encodeMemberAccess,
  encodePropertyKey,
  encodeString,
} from './code.js';
import { TsFile } from './ts-file.js';

// Texts that could break a printer: pieces of syntax, separators, invisible characters, lone surrogates.
const pieces = [
  "'",
  '"',
  '`',
  '\\',
  '\n',
  '\r',
  '\u2028',
  '\u2029',
  '\u0000',
  '\u0085',
  '*/',
  '/*',
  '//',
  '*',
  '/',
  '${',
  '}',
  '{',
  ';',
  '\ud800',
  '\udc00',
  '\u202e',
  '\ufeff',
  '\u{e0041}',
  '@ts-ignore',
  '@ts-expect-error',
  '@',
  '#__PURE__',
  '@deprecated',
  '//# sourceMappingURL=data:,',
  '</script>',
  '__proto__',
  'constructor',
  'a',
  '0',
  ' ',
  '\t',
  '\u{1f600}',
  'export const evil = 1',
];
const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((list) => list.join('')),
);

function parse(text: string): ts.SourceFile {
  const file = ts.createSourceFile('module.ts', text, ts.ScriptTarget.Latest, true);
  const { diagnostics } = ts.transpileModule(text, { reportDiagnostics: true, fileName: 'module.ts' });
  expect(diagnostics?.map((each) => each.messageText)).toEqual([]);
  return file;
}

function listTags(node: ts.Node): string[] {
  const names = ts.getJSDocTags(node).map(({ tagName }) => tagName.text);
  return [...names, ...(ts.isInterfaceDeclaration(node) ? node.members.flatMap(listTags) : [])];
}

function evaluate(expression: string): unknown {
  return new Function(`return (${expression});`)();
}

test('a string literal evaluates to any text', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      expect(evaluate(encodeString(text))).toBe(text);
      expect(encodeString(text)).not.toMatch(/[\p{Cc}\u2028-\u202e\ufeff]/u);
    }),
    { numRuns: 2000 },
  );
});

test('property keys and member accesses refer to the text, never to the prototype', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      expect(Object.entries(evaluate(`{ ${encodePropertyKey(text)}: 7 }`) ?? {})).toEqual([[text, 7]]);
      if (text !== '__proto__')
        expect(evaluate(`({ ${encodePropertyKey(text)}: 7 })${encodeMemberAccess(text)}`)).toBe(7);
    }),
    { numRuns: 2000 },
  );
});

test('a JSON value evaluates to itself', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(evaluate(encodeJson(JSON.parse(JSON.stringify(value))))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
    { numRuns: 2000 },
  );
  expect(evaluate(encodeJson(JSON.parse('-0')))).toBe(-0);
});

test('a comment contains no code and no directive, and stays the same when written to disk', () => {
  fc.assert(
    fc.property(hostile, hostile, (first, second) => {
      const file = new TsFile('module');
      file.addInterface({ name: 'Pet', doc: first, members: [{ key: 'name', type: code`string`, doc: second }] });
      file.addConstant({ name: 'pet', doc: second, type: code`number`, value: code`1` });
      const { text } = file.print('', 'js');
      const { statements } = parse(text);
      expect(statements.map(({ kind }) => ts.SyntaxKind[kind])).toEqual(['InterfaceDeclaration', 'FirstStatement']);
      expect(statements.flatMap(listTags)).toEqual([]);
      expect(Buffer.from(text).toString()).toBe(text);
      expect(text).not.toMatch(/(?<!\\)[@#]\s*(ts-|__PURE__|sourceMappingURL)/);
    }),
    { numRuns: 2 * runs },
  );
});

test.each([
  '@internal',
  '\u200b@deprecated',
  '\x85@deprecated',
  '\x01@internal',
  'Old. @deprecated',
  '@@see',
  ' \t@type {x}',
])('a text with %j is not a tag, at the start, after a word and on a separate line', (text) => {
  for (const doc of [text, `Use ${text} here.`, `First.\n${text}\nLast.`]) {
    const file = new TsFile('module');
    file.addInterface({ name: 'Pet', doc, members: [{ key: 'name', type: code`string`, doc }] });
    expect(parse(file.print('', 'js').text).statements.flatMap(listTags)).toEqual([]);
  }
});

test('a comment shows every character, those that end it or begin a tag after a backslash', () => {
  expect(encodeComment('plain @ a@b /x')).toBe('plain \\@ a@b /x');
  expect(encodeComment('Old. @deprecated */ /* #__PURE__\r\n@@ts-ignore\u2028\x07\u202e')).toBe(
    'Old. \\@deprecated *\\/ /\\* \\#__PURE__\n\\@\\@ts-ignore\n  ',
  );
});

test('a string literal shows common controls by their letters', () => {
  expect(encodeString('a\tb\nc\rd\'e\\f"g\x00h\u2028i')).toBe(String.raw`'a\tb\nc\rd\'e\\f"g\u0000h\u2028i'`);
});

test('a place is one paragraph and no tag, with any file and pointer', () => {
  fc.assert(
    fc.property(hostile, hostile, fc.boolean(), (file, pointer, isDeprecated) => {
      const module = new TsFile('module');
      module.addConstant({
        name: 'pet',
        doc: { text: 'A pet.', isDeprecated },
        place: { file, pointer },
        type: code`number`,
        value: code`1`,
      });
      const { text } = module.print('', 'js');
      const { statements } = parse(text);
      expect(statements.map(({ kind }) => ts.SyntaxKind[kind])).toEqual(['FirstStatement']);
      expect(statements.flatMap(listTags)).toEqual(isDeprecated ? ['deprecated'] : []);
      expect(text).toMatch(/^ \* See\s(?: \* )?\S+$/m);
    }),
    { numRuns: runs, examples: [['A', '@', false]] },
  );
});

test('only `isDeprecated` adds a tag, never the text', () => {
  expect(encodeDoc({ text: 'Old.', isDeprecated: true })).toBe('Old.\n\n@deprecated');
  expect(encodeDoc({ text: '', isDeprecated: true })).toBe('@deprecated');
  expect(encodeDoc('mail@example.org')).toBe('mail@example.org');
  const place = { file: 'a b.yaml', pointer: '/paths/~1pets' };
  expect(encodeDoc({ text: 'Old.', isDeprecated: true }, place)).toBe(
    'Old.\n\nSee a%20b.yaml#/paths/~1pets\n\n@deprecated',
  );
});

test('words and dashes of a comment stay as they are', () => {
  expect(encodeComment('A "pet" – e.g. mail@example.org, #1.\nSecond line: \u00e9 \u{1f600}')).toBe(
    'A "pet" – e.g. mail@example.org, #1.\nSecond line: \u00e9 \u{1f600}',
  );
});
