import { sql } from 'kysely';
import type { Database } from '../../src/database/schema.js';
import { createToken } from '../../src/tokens.js';

const userCount = 1_000;
const scenarioCount = 2_000;
const minute = 60_000;
const newest = Date.UTC(2026, 0, 1);

/** Adds users, scenarios and sessions, one per minute. Returns the token of a user with scenarios. */
export async function addSessions(database: Database, sessionCount: number): Promise<string> {
  const numbers = (count: number) => sql`
    with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < ${sql.lit(count - 1)})`;
  await sql`insert into users (id, email)
    ${numbers(userCount)} select 'user-' || n, 'user-' || n || '@example.com' from numbers`.execute(database);
  await sql`insert into wallets (id, balance_minor, currency) values ('wallet', 12345, 'EUR')`.execute(database);
  await sql`insert into scenarios (id, owner_id, name, description, ai_instructions, is_public, is_recording, is_featured, created_at)
    ${numbers(scenarioCount)}
    select 'scenario-' || n, 'user-' || (n % 100), 'Scenario ' || n, 'A talk', 'Be brief.', 0, 1, 0, ${sql.lit(newest)} from numbers`.execute(
    database,
  );
  const topics = JSON.stringify([{ name: 'Questions', score: 7, note: 'Asked well.' }]);
  await sql`insert into sessions (id, scenario_id, scenario_owner_id, user_id, user_email, duration_seconds, status, score,
      note, feedback, topics, transcript, created_at)
    ${numbers(sessionCount)}
    select 'session-' || n, 'scenario-' || (n % ${sql.lit(scenarioCount)}), 'user-' || (n % 100),
      'user-' || ((n * 7) % ${sql.lit(userCount)}), 'user-' || ((n * 7) % ${sql.lit(userCount)}) || '@example.com', 300,
      'completed', 7, 'Good', 'Good', ${sql.lit(topics)}, '[]', ${sql.lit(newest)} - cast(n as bigint) * ${sql.lit(minute)}
    from numbers`.execute(database);
  // The planner needs statistics to know which index selects fewer rows.
  await sql`analyze`.execute(database);
  return createToken(database, { userId: 'user-0', walletId: 'wallet' }, 'load');
}
