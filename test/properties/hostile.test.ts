import fc from 'fast-check';
import { expect, test } from 'vitest';
import { effort, runs } from '../effort.js';
import { chooseSeed } from '../seed.js';
import { compileFolder, temporaryFolder } from '../types/emission.js';
import { checkRefusal } from './check-refusal.js';
import { describeEverything, subjects } from './describe-everything.js';
import { addTo, openGenerator, writeRuntime } from './generate-text.js';
import { type Output, readOutput } from './read-output.js';

const seed = chooseSeed('hostile texts at every position');

// If this occurs as an identifier, a text of the description has become code.
const canary = '__c4n4ry__';
const code = [
  `'; ${canary}(); '`,
  `"; ${canary}(); "`,
  `\`; ${canary}(); \``,
  `\${${canary}()}`,
  `*/ ${canary}(); /*`,
  `\n${canary}();\n`,
  `\u2028${canary}();\u2029`,
  `\\'; ${canary}(); //`,
  `\\\\'; ${canary}(); //`,
  `'] = ${canary}(); //`,
  `}; ${canary}(); {`,
  `) { ${canary}(); } (`,
  `// @ts-ignore\n${canary}()`,
  `#__PURE__ */ ${canary}() /*`,
  `\r\n//# sourceMappingURL=data:${canary}`,
  `</script><script>${canary}()</script>`,
  `/${canary}/g`,
  `a\u0000${canary}`,
  `\ud800${canary}`,
  `\u202e${canary}\u202c`,
  `[\`${canary}\`]`,
];
const names =
  '$ref __proto__ constructor prototype toString hasOwnProperty default class delete await eval arguments undefined null NaN Object Array Promise Error JSON Response Headers createClient validate body headers status index con aux.ts İ ﬀ ß 🎉 👩‍👩‍👧 名前 \u0301 \ufeff \u00a0'.split(
    ' ',
  );
const signs =
  '. .. / \\ ~ ~1 % %2F %E0%A4 # ? & = ; , * */* - + $ $1 $& $$ 0 -0 1e999 404 2XX ../../escape C:\\x file:///etc/passwd data:text/javascript,1 (a+)+$ [ (?< \\u{ ^(?!x) [^] \\p{L} a/b {x} { } {} {{x}} <x> @x @ts-nocheck ``` ![x](y)'.split(
    ' ',
  );
const hostile = fc.oneof(
  fc.constantFrom(...code),
  fc.constantFrom(...names),
  fc.constantFrom(...signs, '', ' ', '\n', '\t', '\r', 'a: b', '- a', '| x |', 'x'.repeat(5000), 'very '.repeat(200)),
  fc.string({ unit: 'binary', maxLength: 10 }),
  fc.string({ unit: fc.constantFrom(...`'"\`\\$\{}/*<>\n\r\u2028();=[]|&%#@!-.:,ab \u0000`), maxLength: 12 }),
);

const positions = new Map(
  subjects.map((subject) => {
    const found = new Set<string>();
    describeEverything(subject, (position, benign) => {
      found.add(position);
      return benign;
    });
    return [subject, [...found]];
  }),
);

/** A description with hostile texts in a few of its positions. */
const description = fc.constantFrom(...subjects).chain((subject) =>
  fc.record({
    subject: fc.constant(subject),
    given: fc
      .uniqueArray(fc.tuple(fc.constantFrom(...(positions.get(subject) ?? [])), hostile), {
        minLength: 1,
        maxLength: 3,
        selector: ([position]) => position,
      })
      .filter((given) => new Set(given.map(([, text]) => text)).size === given.length)
      .map((given) => new Map(given)),
  }),
);

// The positions of names that messages contain unchanged.
const wireNames: ReadonlySet<string> = new Set([
  ...['path parameter', 'query parameter', 'header parameter', 'cookie parameter', 'deep parameter', 'page parameter'],
  ...['key header', 'scope', 'header', 'field', 'deep property', 'problem property', 'required property'],
  ...['optional property', 'hidden property', 'inner property', 'discriminator', 'mapped value', 'enum value'],
  ...[
    'other enum value',
    'open value',
    'const',
    'property default',
    'default key',
    'default value',
    'parameter default',
  ],
]);

/** Lists the wire names that the output lacks. A path template cannot contain a name with a brace. */
function listLost(given: ReadonlyMap<string, string>, { texts }: Output): string[] {
  const isImpossible = (position: string, text: string): boolean => position === 'path parameter' && /[{}]/.test(text);
  return [...given].flatMap(([position, text]) =>
    wireNames.has(position) && !texts.has(text) && !isImpossible(position, text) ? [position] : [],
  );
}

// Texts that change the shape of the output: they decide how something is checked, where a path has parameters, or
// whether a server has a base path. A
// name that every object has also changes it, because such a member is found in another way. So does a name that is an
// index, because it comes first in any object.
const meaning: ReadonlySet<string> = new Set([
  'pattern',
  'property pattern',
  'path',
  'path parameter',
  'root region',
  'path region',
  'encoding type',
  'media type',
  // The server contains the paths of these addresses.
  ...['root', 'path'].flatMap((where) => [`${where} url`, `${where} variable`, `${where} region`]),
]);

test('hostile texts stay texts: nothing crashes, is lost, or becomes code', { timeout: 900_000 }, async () => {
  const generate = openGenerator();
  const folder = temporaryFolder();
  writeRuntime(folder);
  const generateFrom = (subject: (typeof subjects)[number], given: ReadonlyMap<string, string>) =>
    generate(JSON.stringify(describeEverything(subject, (position, benign) => given.get(position) ?? benign)));
  const shapes = new Map<string, readonly string[]>();
  for (const subject of subjects)
    shapes.set(subject, readOutput((await generateFrom(subject, new Map())).modules ?? []).shapes);
  let generated = 0;
  await fc.assert(
    fc.asyncProperty(description, async ({ subject, given }) => {
      const { modules, diagnostics } = await generateFrom(subject, given);
      if (!modules) {
        checkRefusal(diagnostics);
        return;
      }
      const output = readOutput(modules);
      expect(output.errors).toEqual([]);
      expect(output.identifiers.has(canary)).toBe(false);
      expect(listLost(given, output)).toEqual([]);
      if (
        ![...given].some(([position, text]) => meaning.has(position) || text in Object.prototype || /^\d+$/.test(text))
      )
        expect(output.shapes.join('\n') === shapes.get(subject)?.join('\n')).toBe(true);
      if (generated++ % 10 === 0 || effort === 'all') addTo(folder, `d${generated}`, modules);
    }),
    { numRuns: runs, seed },
  );
  expect(generated).toBeGreaterThan(runs * 0.8);
  expect(compileFolder(folder)).toEqual([]);
});
