import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import type { Variant } from './create-api.js';
import { openDatabase } from './database/open-database.js';
import type { Database } from './database/schema.js';
import { pagePolicy, readWebPages } from './http/read-web-pages.js';
import { type Page, startService } from './http/start-service.js';
import { readSettings, type Settings } from './read-settings.js';
import { runTokens } from './run-tokens.js';
import { addDemoData, type DemoToken, demoOrganization } from './seed.js';

const help = `npm run practice -- [--data DIR] [--port NUMBER] [--documented] [--quiet]
npm run practice -- --data DIR tokens create EMAIL [LABEL]
npm run practice -- --data DIR tokens list
npm run practice -- --data DIR tokens revoke ID

  --data DIR      keeps the data in a folder; by default it is in a new temporary one, which is removed at the end
  --port NUMBER   by default 8080
  --documented    serves only what the API document shows
  --quiet         writes no log of requests

Environment:
  DATABASE_URL    a PostgreSQL database, in place of the folder
  HOST            where to listen; by default 127.0.0.1
  PUBLIC_URL      the address that callers use
  CORS_ORIGINS    the origins whose pages may call the API, with commas
  RATE_LIMIT      requests per seconds for each token, such as 100/60; by default there is no limit
`;

interface Flags {
  readonly variant: Variant;
  readonly port: number;
  readonly isQuiet: boolean;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      data: { type: 'string' },
      port: { type: 'string', default: '8080' },
      documented: { type: 'boolean', default: false },
      quiet: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return void process.stdout.write(help);
  const settings = readSettings(process.env);
  const isTokens = positionals[0] === 'tokens';
  if (isTokens && values.data === undefined && settings.databaseUrl === undefined)
    throw new Error('tokens: name the data, with --data DIR or DATABASE_URL');
  const storage = settings.databaseUrl ? { url: settings.databaseUrl } : { folder: values.data ?? makeFolder() };
  const database = await openDatabase(storage);
  if (isTokens) {
    process.stdout.write(await runTokens(database, positionals.slice(1)).finally(() => database.destroy()));
    return;
  }
  const place = 'folder' in storage ? storage.folder : 'PostgreSQL';
  const flags: Flags = {
    variant: values.documented ? 'documented' : 'sandbox',
    port: Number(values.port),
    isQuiet: values.quiet,
  };
  await serve(database, settings, flags, place);
}

/** Makes a folder that goes when the process ends. */
function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'practice-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function serve(database: Database, settings: Settings, flags: Flags, place: string): Promise<void> {
  const tokens = await addDemoData(database);
  const service = await startService({
    ...settings,
    ...flags,
    database,
    pages: readPages(flags.variant),
    writeLog: (line) => flags.isQuiet || process.stdout.write(`${line}\n`),
  }).catch(async (error: unknown) => {
    await database.destroy();
    throw error;
  });
  const stop = async (): Promise<void> => {
    await service.close();
    await database.destroy();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void stop());
  process.stdout.write(describeStart(settings.publicUrl ?? service.url, place, flags.variant, tokens));
}

function describeStart(url: string, place: string, variant: Variant, tokens: readonly DemoToken[]): string {
  const lines = [
    `The practice service (${variant}) listens on ${url}`,
    `  page          ${url}/`,
    `  data          ${place}`,
    `  reference     ${url}/reference`,
    `  description   ${url}/openapi.json`,
    `  organization  ${demoOrganization}`,
    ...tokens.map(({ email, token }) => `  token of ${email}, shown only now: ${token}`),
  ];
  const [first] = tokens;
  if (first) lines.push('', `curl -H 'Authorization: Bearer ${first.token}' ${url}/scenarios/salary-talk`);
  else lines.push("  The tokens were shown at the first start; 'tokens create' makes a new one.");
  return `${lines.join('\n')}\n\n`;
}

function readPages(variant: Variant): ReadonlyMap<string, Page> {
  const folder = join(import.meta.dirname, 'pages', variant);
  return new Map([
    ...readWebPages(join(import.meta.dirname, 'web'), '/', pagePolicy),
    ['/reference', { type: 'text/plain', content: '', code: 301, headers: { location: 'reference/' } }],
    ...readWebPages(join(folder, 'reference'), '/reference/'),
    ['/openapi.json', { type: 'application/json', content: readFileSync(join(folder, 'openapi.json')) }],
  ]);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
