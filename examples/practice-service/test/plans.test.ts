import { type CompiledQuery, sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { openDatabase, type Storage } from '../src/database/open-database.js';
import { startService } from '../src/http/start-service.js';
import { addDemoData } from '../src/seed.js';
import { listStorageKinds } from './storages.js';

const paths = [
  '/scenarios/salary-talk',
  '/scenarios?page=1',
  '/featured-scenarios',
  '/sessions',
  '/v2/sessions?limit=5&page=2',
  '/v2/sessions?scenario_id=first-call&from_date=2020-01-01',
  '/v2/sessions?user_email=ada@example.com,ben@example.com',
  '/v2/meeting-bots?status=pending&to_date=2100-01-01',
  '/subscriptions?user_email=ben@example.com',
  '/balance',
];

describe.each(listStorageKinds())('with $name', (kind) => {
  afterAll(() => kind.close());

  test('each query of the API finds its rows with an index', async () => {
    const queries: CompiledQuery[] = [];
    const created = await kind.create();
    // With few rows, PostgreSQL would prefer to read the whole table.
    const storage: Storage = 'url' in created ? { url: `${created.url}&options=-c%20enable_seqscan%3Doff` } : created;
    const database = await openDatabase(storage, ({ query }) => {
      queries.push(query);
    });
    const [ada] = await addDemoData(database);
    const service = await startService({ database, variant: 'sandbox' });
    const headers = { authorization: `Bearer ${ada?.token}` };
    queries.length = 0;
    for (const path of paths) {
      expect((await fetch(service.url + path, { headers })).status).toBe(200);
      const admin = { ...headers, 'x-organization-id': 'org-demo' };
      const whole = path.startsWith('/v2/sessions?') ? '&admin_access=true' : '';
      await fetch(service.url + path + whole, { headers: admin });
    }
    const asked = [...new Map(queries.map((query) => [query.sql, query])).values()];
    expect(asked.length).toBeGreaterThan(15);
    for (const query of asked) {
      const plan = await explain('url' in storage, query);
      expect(`${query.sql}\n${plan}`).not.toMatch(
        /\bSCAN (?:sessions|scenarios|meeting_bots|subscriptions|tokens|users|wallets|memberships|collections)$|Seq Scan/m,
      );
    }
    await service.close();
    await database.destroy();

    async function explain(isPostgres: boolean, { sql: text, parameters }: CompiledQuery): Promise<string> {
      const words = isPostgres ? 'explain ' : 'explain query plan ';
      const { rows } = await database.executeQuery<Record<string, unknown>>({
        ...sql``.compile(database),
        sql: words + text,
        parameters,
      });
      return rows.map((row) => String(row['detail'] ?? row['QUERY PLAN'])).join('\n');
    }
  });
});
