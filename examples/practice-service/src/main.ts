import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { openDatabase, type Storage } from './database/open-database.js';
import { type Page, startService } from './http/start-service.js';
import { addDemoData, demoOrganization } from './seed.js';

const help = `npm run practice -- [--data DIR] [--port NUMBER] [--documented]

  --data DIR      keeps the data in a folder; by default it is in a new temporary one
  --port NUMBER   by default 8080
  --documented    serves only what the API document shows

DATABASE_URL names a PostgreSQL database to use in place of the folder.
`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      data: { type: 'string' },
      port: { type: 'string', default: '8080' },
      documented: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return void process.stdout.write(help);
  const variant = values.documented ? 'documented' : 'sandbox';
  const url = process.env['DATABASE_URL'];
  const storage: Storage = url ? { url } : { folder: values.data ?? mkdtempSync(join(tmpdir(), 'practice-')) };
  const database = await openDatabase(storage);
  const tokens = await addDemoData(database);
  const service = await startService({ database, variant, port: Number(values.port), pages: readPages(variant) });
  const lines = [
    `The practice service (${variant}) listens on ${service.url}`,
    `  data         ${'url' in storage ? 'PostgreSQL' : storage.folder}`,
    `  reference    ${service.url}/reference`,
    `  description  ${service.url}/openapi.json`,
    ...tokens.map(({ email, token }) => `  token of ${email}, shown only now: ${token}`),
    tokens[0] ? `  organization ${demoOrganization}` : '  The tokens were shown at the first start.',
    ...(tokens[0]
      ? ['', `curl -H 'Authorization: Bearer ${tokens[0].token}' ${service.url}/scenarios/salary-talk`]
      : []),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  const stop = async (): Promise<void> => {
    await service.close();
    await database.destroy();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
}

function readPages(variant: 'documented' | 'sandbox'): ReadonlyMap<string, Page> {
  const folder = join(import.meta.dirname, 'pages', variant);
  return new Map([
    ['/reference', { type: 'text/html; charset=utf-8', text: readFileSync(join(folder, 'reference.html'), 'utf8') }],
    ['/openapi.json', { type: 'application/json', text: readFileSync(join(folder, 'openapi.json'), 'utf8') }],
  ]);
}

await main();
