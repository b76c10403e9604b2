import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { effort } from '../../../test/effort.js';
import { chooseSeed } from '../../../test/seed.js';
import { openDatabase } from '../src/database/open-database.js';
import { startService } from '../src/http/start-service.js';
import { askOracle, type Question } from './ask-oracle.js';
import { drawQuestion, drawWorld } from './draw-world.js';
import { listStorageKinds } from './storages.js';
import { storeWorld } from './store-world.js';

/**
 * Compares who can see what, in drawn worlds of users, organizations and data, with an oracle that shares no code with
 * the service.
 */
const worlds = { part: 4, most: 8, all: 500 }[effort];

describe.each(listStorageKinds('CI'))('with $name', (kind) => {
  afterAll(() => kind.close());

  test('a token never sees foreign data', async () => {
    const database = await openDatabase(await kind.create());
    const service = await startService({ database, variant: 'sandbox' });
    let count = 0;
    const property = fc.asyncProperty(
      drawWorld,
      fc.array(drawQuestion, { minLength: 40, maxLength: 40 }),
      async (world, questions) => {
        count += 1;
        const tokens = await storeWorld(database, world, count);
        for (const question of questions) {
          const wanted = askOracle(world, question);
          const received = await askService(service.url, tokens[question.user % world.users] ?? '', question, count);
          expect({ question, ...received }).toEqual({ question, ...wanted });
        }
      },
    );
    await fc.assert(property, { numRuns: worlds, seed: chooseSeed('oracle'), endOnFailure: effort !== 'all' });
    await service.close();
    await database.destroy();
  });
});

async function askService(
  url: string,
  token: string,
  { path, query, organization }: Question,
  world: number,
): Promise<{ readonly code: number; readonly ids: readonly string[] | undefined; readonly total: number | undefined }> {
  const named = (text: string): string => text.replace(/\b(s|x|b|p|c|o|u)\d+\b/g, (id) => `w${world}-${id}`);
  const headers: Record<string, string> = { authorization: `Bearer ${token}` };
  if (organization !== undefined) headers['x-organization-id'] = named(`o${organization}`);
  const answer = await fetch(`${url}${named(path)}?${new URLSearchParams(rename(query, named))}`, { headers });
  const body: Record<string, unknown> = JSON.parse(await answer.text());
  if (answer.status !== 200) return { code: answer.status, ids: undefined, total: undefined };
  const list = body['sessions'] ?? body['bots'] ?? body['scenarios'] ?? body['subscriptions'] ?? [body];
  const ids = (list as { readonly id: string }[]).map(({ id }) => id.replace(`w${world}-`, ''));
  return { code: 200, ids, total: body['total'] as number | undefined };
}

function rename(query: Question['query'], named: (text: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, named(value)]));
}
