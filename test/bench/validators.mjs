// Validates the same values with generated validators, ajv, zod and TypeBox, interleaved. Writes a table of ratios.
//   node test/bench/validators.mjs [--rounds N]
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.join(here, '../..');
const corpus = path.join(process.env.LACUNA_SHARED ?? path.join(root, '../shared'), 'corpus');
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '31' } } });

if (!existsSync(path.join(here, 'node_modules')))
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: here, stdio: 'inherit' });

const { build } = await import('esbuild');
const { default: Ajv } = await import('ajv');
const { default: addFormats } = await import('ajv-formats');
const { default: standaloneCode } = await import('ajv/dist/standalone/index.js');
const { z } = await import('zod');
const { Type } = await import('@sinclair/typebox');
const { TypeCompiler } = await import('@sinclair/typebox/compiler');

const place = mkdtempSync(path.join(os.tmpdir(), 'lacuna-bench-'));
symlinkSync(path.join(here, 'node_modules'), path.join(place, 'node_modules'));
writeFileSync(path.join(place, 'package.json'), '{ "type": "module" }');
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

async function bundle(entry, out, minify) {
  const file = path.join(place, out);
  await build({
    entryPoints: [entry],
    outfile: file,
    bundle: true,
    format: 'esm',
    platform: 'node',
    minify,
    logLevel: 'error',
  });
  return file;
}

async function generateValidators(spec, name) {
  const out = path.join(place, name);
  const cli = path.join(root, 'dist/cli.js');
  execFileSync(process.execPath, [cli, 'generate', '--spec', spec, '--out', out, '--only', 'validators'], {
    cwd: place,
    stdio: 'ignore',
  });
  return path.join(out, 'validators/index.ts');
}

// Writes ajv's standalone code of all validators in `schemas` as a module.
function writeStandalone(schemas, name, setUp = () => {}) {
  const ajv = new Ajv({ strict: false, logger: false, code: { source: true, esm: true, lines: false } });
  setUp(ajv);
  const file = path.join(place, name);
  writeFileSync(file, standaloneCode(ajv, schemas));
  return file;
}

// One check

const address = {
  type: 'object',
  required: ['street', 'city', 'country'],
  additionalProperties: false,
  properties: {
    street: { type: 'string', minLength: 1, maxLength: 100 },
    city: { type: 'string' },
    zip: { type: 'string', pattern: '^[0-9]{5}$' },
    country: { type: 'string', enum: ['AT', 'CH', 'DE'] },
  },
};
const item = {
  type: 'object',
  required: ['sku', 'count', 'price'],
  properties: {
    sku: { type: 'string' },
    count: { type: 'integer', minimum: 1, maximum: 1000 },
    price: { type: 'number', minimum: 0 },
    tags: { type: 'array', items: { type: 'string' }, maxItems: 10 },
  },
};
const order = {
  type: 'object',
  required: ['id', 'customer', 'items'],
  properties: {
    id: { type: 'integer' },
    note: { type: ['string', 'null'] },
    isPaid: { type: 'boolean' },
    customer: {
      type: 'object',
      required: ['name', 'address'],
      properties: { name: { type: 'string', minLength: 1 }, address, billing: address },
    },
    items: { type: 'array', minItems: 1, items: item },
  },
};
const valid = {
  id: 7,
  note: null,
  isPaid: true,
  customer: { name: 'Ada', address: { street: 'Main Street 1', city: 'Bern', zip: '30111', country: 'CH' } },
  items: [
    { sku: 'a-1', count: 2, price: 9.5, tags: ['new', 'blue'] },
    { sku: 'b-2', count: 1, price: 100 },
    { sku: 'c-3', count: 40, price: 0.25, tags: [] },
  ],
};
const invalid = { ...valid, items: [...valid.items, { sku: 'd-4', count: 0, price: 1 }] };

const zodAddress = z.strictObject({
  street: z.string().min(1).max(100),
  city: z.string(),
  zip: z
    .string()
    .regex(/^[0-9]{5}$/)
    .optional(),
  country: z.enum(['AT', 'CH', 'DE']),
});
const zodOrder = z.object({
  id: z.int(),
  note: z.string().nullable().optional(),
  isPaid: z.boolean().optional(),
  customer: z.object({ name: z.string().min(1), address: zodAddress, billing: zodAddress.optional() }),
  items: z
    .array(
      z.object({
        sku: z.string(),
        count: z.int().min(1).max(1000),
        price: z.number().min(0),
        tags: z.array(z.string()).max(10).optional(),
      }),
    )
    .min(1),
});

async function measureChecks() {
  const spec = path.join(place, 'order.json');
  const description = {
    openapi: '3.1.1',
    info: { title: 'Bench', version: '1' },
    components: { schemas: { Order: order } },
  };
  writeFileSync(spec, JSON.stringify(description));
  const own = await import(
    pathToFileURL(await bundle(await generateValidators(spec, 'order'), 'order.mjs', false)).href
  );
  const ajv = new Ajv({ strict: false }).compile(order);
  const all = new Ajv({ strict: false, allErrors: true }).compile(order);
  const standalone = writeStandalone({ check: 'order' }, 'standalone.js', (instance) =>
    instance.addSchema(order, 'order'),
  );
  const { check } = await import(pathToFileURL(await bundle(standalone, 'standalone.mjs', false)).href);
  const box = TypeCompiler.Compile(Type.Unsafe(toTypeBox(order)));
  const rows = {
    ajv: (value) => ajv(value),
    'ajv standalone': (value) => check(value),
    'lacuna is…': (value) => own.isOrder(value),
    zod: (value) => zodOrder.safeParse(value).success,
    typebox: (value) => box.Check(value),
    'ajv, all errors': (value) => all(value),
    'lacuna validate…': (value) => own.validateOrder(value).length === 0,
  };
  const times = new Map(Object.keys(rows).map((name) => [name, { valid: [], invalid: [] }]));
  for (const [name, ask] of Object.entries(rows))
    if (ask(valid) !== true || ask(invalid) !== false) throw new Error(`${name} answers otherwise`);
  for (let round = -2; round < Number(values.rounds); round++)
    for (const [name, ask] of Object.entries(rows))
      for (const [kind, value] of Object.entries({ valid, invalid })) {
        const time = timeOf(ask, value);
        // The first rounds only warm up.
        if (round >= 0) times.get(name)[kind].push(time);
      }
  return [...times].map(([name, { valid: good, invalid: bad }]) => {
    const base = times.get(name.includes('validate') ? 'ajv, all errors' : 'ajv');
    const ratio = (list, of) => median(list.map((time, round) => time / of[round])).toFixed(2);
    return `| ${name} | ${median(good).toFixed(0)} | ${ratio(good, base.valid)} | ${median(bad).toFixed(0)} | ${ratio(bad, base.invalid)} |`;
  });
}

function timeOf(ask, value) {
  const count = 5_000;
  let met = 0;
  const start = process.hrtime.bigint();
  for (let index = 0; index < count; index++) if (ask(value)) met++;
  const time = Number(process.hrtime.bigint() - start) / count;
  if (met !== 0 && met !== count) throw new Error('answers differ');
  return time;
}

// TypeBox compiles its own form of schemas: JSON Schema with a symbol.
function toTypeBox(schema) {
  const options = ({ type, properties, items, required, enum: listed, ...rest }) => rest;
  if (Array.isArray(schema.type)) return Type.Union(schema.type.map((type) => toTypeBox({ ...schema, type })));
  if (schema.enum) return Type.Union(schema.enum.map((value) => Type.Literal(value)));
  if (schema.type === 'array') return Type.Array(toTypeBox(schema.items), options(schema));
  if (schema.type === 'object') {
    const fields = Object.entries(schema.properties).map(([name, part]) => {
      const type = toTypeBox(part);
      return [name, schema.required.includes(name) ? type : Type.Optional(type)];
    });
    return Type.Object(Object.fromEntries(fields), options(schema));
  }
  const makers = {
    string: Type.String,
    integer: Type.Integer,
    number: Type.Number,
    boolean: Type.Boolean,
    null: Type.Null,
  };
  return makers[schema.type](options(schema));
}

// A whole description

async function measureBox() {
  const spec = path.join(corpus, 'box/openapi.json');
  const { components } = JSON.parse(readFileSync(spec, 'utf8'), adaptToAjv);
  const names = Object.keys(components.schemas);
  const id = (name) => `https://box.invalid/${name}`;
  const schemas = names.map((name) => ({
    ...JSON.parse(JSON.stringify(components.schemas[name]).replaceAll('#/components/schemas/', 'https://box.invalid/')),
    $id: id(name),
  }));
  writeFileSync(path.join(place, 'schemas.json'), JSON.stringify(schemas));
  const own = await generateValidators(spec, 'box');
  const ownFile = await bundle(own, 'box.mjs', false);
  writeFileSync(
    path.join(place, 'import-own.mjs'),
    `${header}const own = await import(${JSON.stringify(pathToFileURL(ownFile).href)});\nglobalThis.kept = own;\n${footer}`,
  );
  writeFileSync(
    path.join(place, 'compile-ajv.mjs'),
    `import Ajv from 'ajv';\nimport addFormats from 'ajv-formats';\nimport { readFileSync } from 'node:fs';
const schemas = JSON.parse(readFileSync(new URL('schemas.json', import.meta.url), 'utf8'));
${header}const ajv = new Ajv({ strict: false, logger: false });\naddFormats(ajv);\najv.addSchema(schemas);\nglobalThis.kept = schemas.map((schema) => ajv.getSchema(schema.$id));\n${footer}`,
  );
  const runs = { 'import-own.mjs': [], 'compile-ajv.mjs': [] };
  for (let round = 0; round < 7; round++) for (const file of Object.keys(runs)) runs[file].push(runScript(file));
  const [mine, theirs] = Object.values(runs);
  const exported = Object.fromEntries(names.map((name, index) => [`s${index}`, id(name)]));
  const standalone = writeStandalone(exported, 'box-standalone.js', (ajv) => {
    addFormats(ajv);
    ajv.addSchema(schemas);
  });
  const size = async (file, name) => gzipSync(readFileSync(await bundle(file, name, true))).length / 1000;
  const ownSize = await size(own, 'box.min.mjs');
  const standaloneSize = await size(standalone, 'box-standalone.min.mjs');
  const of = (list, key) => median(list.map((run) => run[key]));
  const ratio = (key) => median(theirs.map((run, round) => run[key] / mine[round][key])).toFixed(1);
  return [
    `| time, ms | ${of(mine, 'time').toFixed(1)} | ${of(theirs, 'time').toFixed(1)} | ${ratio('time')} |`,
    `| heap, MB | ${of(mine, 'heap').toFixed(1)} | ${of(theirs, 'heap').toFixed(1)} | ${ratio('heap')} |`,
    `| size, kB gzip (beside ajv standalone) | ${ownSize.toFixed(1)} | ${standaloneSize.toFixed(1)} | ${(standaloneSize / ownSize).toFixed(1)} |`,
  ];
}

// In examples, ajv would read identifiers as those of schemas. It accepts `nullable` only together with a type.
function adaptToAjv(name, value) {
  if (name === 'example') return undefined;
  if (typeof value?.nullable === 'boolean' && value.type === undefined) delete value.nullable;
  return value;
}

const header = 'global.gc();\nconst before = process.memoryUsage().heapUsed;\nconst start = performance.now();\n';
const footer = `const time = performance.now() - start;\nglobal.gc();\nconsole.log(JSON.stringify({ time, heap: (process.memoryUsage().heapUsed - before) / 1e6 }));\n`;

function runScript(file) {
  const { stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', path.join(place, file)], { encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

const lines = [
  '# Validators, side by side',
  '',
  'Medians of interleaved rounds in one run. Written by `npm run bench`.',
  '',
  '## One check of a nested object',
  '',
  '`x` is the ratio to ajv. Programs that list all failures are compared with ajv with `allErrors`.',
  '',
  '| program | valid ns | x | invalid ns | x |',
  '| --- | --: | --: | --: | --: |',
  ...(await measureChecks()),
  '',
];
if (existsSync(path.join(corpus, 'box')))
  lines.push(
    "## All schemas of Box's description",
    '',
    '| what | lacuna, import | ajv, compile | ratio |',
    '| --- | --: | --: | --: |',
    ...(await measureBox()),
    '',
  );
writeFileSync(path.join(here, 'validators.md'), lines.join('\n'));
console.log(lines.join('\n'));
rmSync(place, { recursive: true, force: true });
