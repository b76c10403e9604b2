import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript-6';
import { expect, test } from 'vitest';
import { listModules, listNodes, parseSource, readSource } from './source-files.js';

/*
 * The English texts of messages are in `src/diagnostics/codes/`. A call site passes the name of a variant and its
 * parameters: names, values and places of the description, but no sentence.
 */

/** The rooms that print nothing but findings. */
const rooms = ['model-builder', 'wire', 'samples', 'naming', 'conversions', 'views', 'document'];

/** The files of these rooms that contain texts of several words, and the reasons. */
const exceptions: { readonly [file: string]: string } = {
  'model-builder/reference.ts': '`plain data` is no kind of object, so it has no name in the table of objects',
  'naming/name-origin.ts': 'a list of keywords',
  'naming/reserved-names.ts': 'lists of names',
  'samples/blank.ts': 'blanks in samples, for their readers',
};

/**
 * The parameters of the catalogue that are explanations, by code, and their sources. Any other parameter is a name, a
 * value or a place.
 */
const explanations: { readonly [row: string]: string } = {
  'answer-does-not-fit.why': 'the message of another finding',
  'answer-file.why': 'the operating system',
  'answer-not-written.why': 'the message of `EditRefusal` in `answers/`',
  'broken-manifest.why': 'the reader of JSON files in `files/`',
  'broken-package.why': 'the reader of JSON files in `files/`',
  'broken-pins.why': 'the reader of JSON files in `files/`',
  'configuration-mistake.why': 'the reader of JSON files in `files/`',
  'configuration-not-found.why': 'the operating system',
  'configuration-not-loaded.why': 'the module, or who runs it',
  'emit-js-not-loaded.why': 'oxc-transform, or Node',
  'emitter-failed.why': 'the emitter of the project',
  'emitter-not-loaded.why': 'the emitter of the project, or who runs it',
  'emitter-option.why': 'the reader of JSON files in `files/`',
  'emitter-output.why': 'the compiler, or oxc-transform',
  'gap-does-not-fit.why': 'the message of another finding',
  'gap-not-added.why': 'the message of `EditRefusal` in `answers/`',
  'handlers-not-parsed.why': 'TypeScript',
  'json-syntax.hint': 'the scanner of JSON in `diagnostics/`',
  'json-syntax.what': 'the scanner of JSON in `diagnostics/`',
  'not-fetched.what': 'Node',
  'option-mistake.why': 'the reader of JSON files in `files/`',
  'output-not-written.why': 'the operating system',
  'output-unreadable.why': 'the operating system',
  'overlay-action-failed.why': 'json-p3, or `applyAction` in `overlays/`',
  'previous-not-compared.why': 'the message of another finding',
  'redocly-failed.why': 'Redocly',
  'scaffold-record-broken.why': 'the reader of JSON files in `files/`',
  'yaml-syntax.what': 'the parser of YAML',
};

const explaining = ['what', 'why', 'because', 'instead', 'hint', 'problem', 'sentence', 'reason'];

test('rooms that print nothing but findings contain no English text', () => {
  const found = new Map(listFiles(rooms).map((file) => [file, listTexts(parse(file)).filter(isEnglish)] as const));
  const wrong = [...found].flatMap(([file, texts]) =>
    exceptions[file] ? [] : texts.map((text) => `${file}: ${text}`),
  );
  expect(wrong).toEqual([]);
  const needed = Object.keys(exceptions).filter((file) => (found.get(file)?.length ?? 0) > 0);
  expect(needed).toEqual(Object.keys(exceptions));
});

test('a call that reports a finding passes no English text', () => {
  const reporting = listModules('src').filter(
    (file) => !file.endsWith('.test.ts') && readSource(file).includes('report('),
  );
  const wrong = reporting.flatMap((file) =>
    listCalls(parseSource(file)).flatMap((call) =>
      call.arguments
        .flatMap(listTexts)
        .filter(isEnglish)
        .map((text) => `${file}: ${text}`),
    ),
  );
  expect(wrong).toEqual([]);
});

test('the parameters of the catalogue are names, values and places', () => {
  const found = listFiles(['diagnostics/codes']).flatMap((file) => listParameters(parse(file)));
  expect(found.filter((row) => explaining.includes(row.split('.')[1] ?? '')).sort()).toEqual(Object.keys(explanations));
});

/** Words for which pages must use a plainer one. The pairs in CONTRIBUTING.md show sentences. */
const plainer: readonly (readonly [RegExp, string])[] = [
  [/\b(?:leans?|leant|leaning) on\b/i, 'uses'],
  [/\bforgets?\b/i, 'removes from the record'],
  [/\bwhat became of\b/i, 'how … is used'],
  [/\bunless told\b/i, 'by default'],
  [/\b(?:tells?|told)\b/i, 'says, states or returns'],
  [/\brefuse[sd]?\b/i, 'rejects'],
  [/\bstands? (?:at|beside|in|for)\b/i, 'is'],
  [/\bwhat(?:so)?ever\b/i, 'everything that, or a list'],
  [/\bin silence\b/i, 'without a message'],
];

/** Lists the words of a text that have a plainer one, each with that word. Words in backticks are names. */
function findUnplain(text: string, words = plainer): readonly string[] {
  const prose = text.replaceAll(/`[^`]*`/g, '``');
  return words.flatMap(([word, instead]) => {
    const [match] = word.exec(prose) ?? [];
    return match === undefined ? [] : [`'${match}': ${instead}`];
  });
}

test('messages, hints and help have plain words', () => {
  const wrong = listFiles(['diagnostics/codes', 'command-line']).flatMap((file) =>
    listTexts(parse(file))
      .filter(isEnglish)
      .flatMap((text) => findUnplain(text.replace(/^`|`$/g, '')).map((found) => `${file}: ${found}: ${text}`)),
  );
  expect(wrong).toEqual([]);
});

/** Lists the pages. The findings in `docs/diagnostics.md` quote descriptions and other programs. */
function listPages(): readonly string[] {
  const folders = ['docs', 'test/bench', 'test/browser', 'test/watching'];
  const inFolders = folders.flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`));
  return [
    ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'src/README.md', 'examples/practice-service/README.md'],
    ...inFolders.filter((path) => path.endsWith('.md') && path !== 'docs/diagnostics.md'),
  ];
}

test.each(listPages())('%s has plain words, and a list only where one is meant', (path) => {
  const text = readFileSync(path, 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '');
  // Leaves out the table of CONTRIBUTING.md that shows what not to write.
  const found = findUnplain(text.replace(/^\| not .*\n(?:\|.*\n)*/m, ''));
  expect(found).toEqual([]);
  // Markdown renders a line that begins like a list as one, even directly after a line of a paragraph.
  const lists = [...text.matchAll(/^(?![-*|#<]|\d+\. )\S.*\n(?:1\. |[-*+] ).*/gm)].map(([lines]) => lines);
  expect(lists).toEqual([]);
});

/** Phrases of messages, help and generated code that have a plainer one. */
const plainerTexts: typeof plainer = [
  ...plainer,
  [/(?<!\bthere )\bis no (?!longer)[a-z]/, 'is not a, or must be a'],
  [/\bmay not\b/, 'must not, or cannot'],
  [/\bany ?more\b/, 'no longer'],
  [/\bleft to you\b/, 'to do by hand'],
  [/\bsmall letters\b/, 'lowercase letters'],
];

test('the texts that lacuna and its output print have plain words', () => {
  const isLikely = (text: string): boolean => plainerTexts.some(([word]) => word.test(text));
  const files = listModules('src').filter((file) => !file.endsWith('.test.ts') && isLikely(readSource(file)));
  const found = files.flatMap((file) =>
    listTexts(parseSource(file))
      .map((text) => text.replace(/\$\{[^}]*\}/g, '…'))
      .filter(isEnglish)
      .flatMap((text) =>
        plainerTexts.flatMap(([word, plain]) => (word.test(text) ? [`${file}: ${text}, with ${word}: ${plain}`] : [])),
      ),
  );
  expect(found).toEqual([]);
});

/** Phrases of comments that have a plainer one. A value, a request or a file can be refused. */
const plainerComments: typeof plainer = [
  ...plainer.filter(([word]) => !word.test('refuses')),
  [/(?<!\b(?:[Tt]here|that) )\b(?:is|are) no (?!longer\b|more\b)[a-z]/, 'is not a, or has no'],
  [/\bany ?more\b/, 'no longer, or now'],
  [/\b(?:nobody|everybody)\b/i, 'no caller, every reader …'],
  [/\bleads? nowhere\b/, 'has no target'],
];

test('comments have plain words', () => {
  const files = [...listModules('src'), ...listModules('test')].filter((file) => file !== 'test/wording.test.ts');
  const wrong = files.flatMap((file) => {
    const comments = readSource(file).matchAll(/\/\*\*?\s[\s\S]*?\*\/|(?:^|\s)\/\/ .*(?:\n\s*\/\/ .*)*/g);
    return [...comments].flatMap(([comment]) => {
      const text = comment.replaceAll(/\n\s*(?:\*|\/\/) ?/g, ' ');
      return findUnplain(text, plainerComments).map((found) => `${file}: ${found}: ${text.trim()}`);
    });
  });
  expect(wrong).toEqual([]);
});

function listFiles(folders: readonly string[]): string[] {
  const files = listModules('src').map((path) => path.slice('src/'.length));
  return files.filter(
    (file) => !/\.test\.ts$|^runtime\//.test(file) && folders.some((folder) => file.startsWith(`${folder}/`)),
  );
}

function parse(file: string): ts.SourceFile {
  return parseSource(`src/${file}`);
}

function listTexts(root: ts.Node): string[] {
  const isText = (node: ts.Node): node is ts.StringLiteralLike | ts.TemplateExpression =>
    ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
  return listNodes(root, isText).map((node) => node.getText());
}

function isEnglish(text: string): boolean {
  return /[a-z]{2,} [a-z]{2,}/.test(text);
}

function listCalls(root: ts.Node): ts.CallExpression[] {
  return listNodes(root, ts.isCallExpression).filter(
    ({ expression }) => ts.isPropertyAccessExpression(expression) && /^#?report$/.test(expression.name.text),
  );
}

/** Lists each parameter of the rows of a file once, as `code.parameter`: those in texts, and those that functions take. */
function listParameters(file: ts.SourceFile): string[] {
  const inTexts = listNodes(file, ts.isStringLiteralLike).flatMap((text) =>
    [...text.text.matchAll(/\{(\w+)\}/g)].map(([, name]) => `${codeOf(text)}.${name}`),
  );
  const rows = listNodes(file, ts.isArrowFunction).flatMap((arrow) =>
    arrow.parameters.flatMap(({ name }) =>
      ts.isObjectBindingPattern(name)
        ? name.elements.map((element) => `${codeOf(arrow)}.${element.name.getText()}`)
        : [],
    ),
  );
  return [...new Set([...inTexts, ...rows])];
}

/** Returns the code of the row that contains a function: the name of the outermost property around it. */
function codeOf(node: ts.Node): string {
  let code = '';
  for (let at: ts.Node | undefined = node; at; at = at.parent)
    if (ts.isPropertyAssignment(at) && (ts.isStringLiteral(at.name) || ts.isIdentifier(at.name))) code = at.name.text;
  return code;
}
