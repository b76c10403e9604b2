import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { GenerateOptions } from '../../src/configuration/options.js';
import { Diagnostics } from '../../src/diagnostics/diagnostic.js';
import { type GapKind, gapKinds } from '../../src/model/element.js';
import { emitDescription, readDescription } from '../../src/pipeline/generate.js';
import { chooseSettings } from '../../src/pipeline/settings.js';
import { makeFolder } from '../make-folder.js';
import { removeItem } from './remove-gap.js';

/**
 * The effects of gaps of every kind in every artifact, as `effects.yaml` states them. Each effect must be in the
 * output with the gap, and absent from the output of the same artifact without it. An artifact that ignores a gap
 * would have the second output.
 */
const artifacts = [
  'types',
  'client',
  'server',
  'validators',
  'json-schema',
  'reference',
  'redoc',
  'ledger',
  'description',
] as const;
type Artifact = (typeof artifacts)[number];
type Effect = readonly [says: string, shows: string];
type Effects = { readonly [A in Artifact]?: Effect };

// Components with the gaps of other schemas, since JSON Schema has only components.
const text = readFileSync(new URL('../answers/kinds.yaml', import.meta.url), 'utf8').replace(
  '    Status:\n',
  `    Size: { type: integer, x-source: "1", x-not-shown: [size-unit] }
    NewPet: { x-source: "1", x-not-shown: [add-pet-request] }
    Status:
`,
);
const gaps = new Map(
  [...text.matchAll(/\bid: ([a-z-]+)(?:, |\n *)kind: ([a-z-]+)(?:, |\n *)question: ([\w ]+\?)?/g)]
    .reverse()
    .map(([, id = '', kind = '', question = '']) => [kind, { id, question }]),
);
const table: { readonly [K in GapKind]: Effects } = parse(
  readFileSync(new URL('effects.yaml', import.meta.url), 'utf8'),
);
const rows = gapKinds.map((kind) => {
  const { id = '', question = '' } = gaps.get(kind) ?? {};
  const everywhere = {
    redoc: ['a call-out with the question', `<b>Not shown:</b> ${question}`],
    ledger: ['its question and places', `"id":"${id}"`],
    description: ['the gap', `"id":"${id}"`],
  } as const;
  return { kind, id, effects: { ...table[kind], ...everywhere } satisfies Effects };
});

type Output = { readonly [A in Artifact]: string };

/** Returns the text of each artifact. Leaves out copied modules, and parts that count or list all gaps. */
async function emit(spec: string, options: Partial<GenerateOptions> = {}): Promise<Output> {
  const diagnostics = new Diagnostics();
  const only = [
    'types',
    'client',
    'server',
    'validators',
    'json-schema',
    'reference',
    'not-shown',
    'description',
  ] as const;
  const folder = makeFolder({ 'openapi.yaml': spec });
  const settings = chooseSettings({ folder, spec: 'openapi.yaml', out: 'out', only, ...options }, diagnostics);
  const { document, api } = await readDescription({ settings, diagnostics });
  let redoc = '';
  const renderReference = async (described: unknown) => {
    redoc = JSON.stringify(described);
    return '<script></script><script></script>';
  };
  const emitted = await emitDescription(document, api, { ...settings, renderReference }, diagnostics);
  const texts = {
    types: '',
    client: '',
    server: '',
    validators: '',
    'json-schema': '',
    reference: '',
    redoc,
    ledger: '',
    description: '',
  };
  for (const { path, bytes } of emitted) {
    const artifact = findArtifact(path);
    const content = bytes.toString();
    if (artifact) texts[artifact] += path.endsWith('.json') ? JSON.stringify(JSON.parse(content)) : content;
  }
  return texts;
}

function findArtifact(path: string): Artifact | undefined {
  const others = {
    'not-shown.json': 'ledger',
    'openapi.json': 'description',
    'reference/article.html': 'reference',
  } as const;
  const [, folder] = /^(types|client|server|validators|json-schema)\//.exec(path) ?? [];
  return (
    Object.entries(others).find(([name]) => name === path)?.[1] ?? artifacts.find((artifact) => artifact === folder)
  );
}

/** Removes a gap, and what is only valid together with it. */
function omit(id: string): string {
  const without = removeItem(text, id);
  return id === 'page-name' ? without.replaceAll('"<page number>"', 'page') : without;
}

const omitId = (output: string, id: string): string =>
  output.replace(new RegExp(`\\n  \\| '${id}';?`, 'g'), '').replaceAll(/';$/gm, "'");

let found: Promise<Output> | undefined;

describe.each(rows)('$kind', ({ id, effects }) => {
  test('has its effect in each artifact of its row, and none in the others', async () => {
    found ??= emit(text);
    const [whole, without] = [await found, await emit(omit(id))];
    const wrong = artifacts.flatMap((artifact) => {
      const [, shown] = effects[artifact] ?? [];
      const [output, ignoring] = [whole[artifact], without[artifact]];
      if (shown === undefined) return omitId(output, id) === omitId(ignoring, id) ? [] : [`${artifact} differs`];
      if (!output.includes(shown)) return [`${artifact} lacks '${shown}'`];
      return ignoring.includes(shown) ? [`${artifact} that ignores the gap has '${shown}'`] : [];
    });
    expect(wrong).toEqual([]);
  });
});

// What docs/not-shown.md says about fields that may be absent.
test.each([
  {},
  { only: ['types'] },
  { only: ['client'] },
  { only: ['client', 'validators'] },
  { only: ['server'] },
  { dates: 'Date', int64: 'bigint' },
  { emit: 'js' },
] satisfies Partial<GenerateOptions>[])('a gap of kind presence changes no type with %j', async (options) => {
  const id = 'all-present';
  const dated = text.replace(
    'name: { type: string } # of',
    'born: { type: string, format: date }\n        name: { type: string } # of',
  );
  const listFields = async (spec: string): Promise<string[]> => {
    const [pet = ''] = /interface Pet [^}]*/.exec((await emit(spec, options)).types) ?? [];
    return [...pet.matchAll(/^\s+(\w+\??): /gm)].map(([, field = '']) => field);
  };
  expect(await listFields(dated)).toEqual(['born?', 'name', 'status?']);
  expect(await listFields(removeItem(dated, id))).toEqual(['born?', 'name', 'status?']);
  expect(await listFields(dated.replace(/ +required:\n +- name\n/, ''))).toEqual(['born?', 'name?', 'status?']);
});

// The gap becomes a schema of unknown shape.
test('a gap of a media type is in the article', async () => {
  const gap = 'x-not-shown: [{ id: add-pet-request, kind: shape, question: Which shape?, source: "1" }]';
  const schema = / {12}schema:\n {14}# what a pet is made of\n.*\n.*\n/;
  const moved = (own: string): string =>
    text.replace(schema, own).replace('    NewPet: { x-source: "1", x-not-shown: [add-pet-request] }\n', '');
  const [whole, without] = [await emit(moved(`            ${gap}\n`)), await emit(moved('            {}\n'))];
  const shown = '<b>Not shown:</b> Which shape?';
  expect([whole.reference.includes(shown), without.reference.includes(shown)]).toEqual([true, false]);
});

test('docs/gap-effects.md contains the table', () => {
  const cells = rows.map(({ kind, effects }) => [
    `\`${kind}\``,
    ...artifacts.map((artifact) => effects[artifact]?.[0] ?? 'none'),
  ]);
  const lines = [['kind', ...artifacts], ['', ...artifacts].map(() => '---'), ...cells].map(
    (row) => `| ${row.join(' | ')} |`,
  );
  const page = `# The effects of gaps

The table states what an open gap of each [kind](not-shown.md#kinds) changes in each artifact. "None" means that the artifact is the same without the
gap. Types list the ids of all gaps. \`test/gaps/effects.test.ts\` checks this table.

${lines.join('\n')}
`;
  const path = 'docs/gap-effects.md';
  if (process.env['LACUNA_RECORD']) writeFileSync(path, page);
  expect(readFileSync(path, 'utf8')).toBe(page);
});
