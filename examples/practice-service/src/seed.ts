import { randomUUID } from 'node:crypto';
import type { Database, Tables } from './database/schema.js';
import { describeSession } from './evaluate.js';
import { createToken } from './tokens.js';

/** A demo token and its owner. */
export interface DemoToken {
  readonly email: string;
  readonly token: string;
}

/** The organization of the demo data. */
export const demoOrganization = 'org-demo';

const hour = 3_600_000;

/**
 * Fills an empty database with demo data. Returns a new token for each demo user, or no tokens if there are users
 * already.
 */
export async function addDemoData(database: Database): Promise<DemoToken[]> {
  return database.transaction().execute(async (transaction) => {
    if (await transaction.selectFrom('users').select('id').limit(1).executeTakeFirst()) return [];
    if (!(await addAccounts(transaction))) return [];
    await addScenarios(transaction, Date.now());
    await addSessions(transaction, Date.now());
    await addBotsAndSubscriptions(transaction, Date.now());
    const tokens: DemoToken[] = [];
    for (const name of ['ada', 'ben']) {
      const token = await createToken(transaction, { userId: name, walletId: `wallet-${name}` }, 'demo');
      tokens.push({ email: `${name}@example.com`, token });
    }
    return tokens;
  });
}

// Returns `false` if another process adds the same at this time.
async function addAccounts(database: Database): Promise<boolean> {
  const names = ['ada', 'ben'];
  const added = await database
    .insertInto('users')
    .values(names.map((id) => ({ id, email: `${id}@example.com` })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  if (added.length < names.length) return false;
  await database.insertInto('organizations').values({ id: demoOrganization, name: 'Demo' }).execute();
  await database
    .insertInto('memberships')
    .values([
      { organization_id: demoOrganization, user_id: 'ada', role: 'admin' },
      { organization_id: demoOrganization, user_id: 'ben', role: 'member' },
    ])
    .execute();
  await database
    .insertInto('wallets')
    .values(names.map((id, index) => ({ id: `wallet-${id}`, balance_minor: 12_345 + index, currency: 'EUR' })))
    .execute();
  return true;
}

async function addScenarios(database: Database, now: number): Promise<void> {
  const shared = { owner_id: 'ada', ai_instructions: 'Stay friendly, but firm.', created_at: now, deleted_at: null };
  await database
    .insertInto('scenarios')
    .values([
      {
        ...shared,
        id: 'salary-talk',
        organization_id: null,
        name: 'Ask for a raise',
        description: 'A talk with a manager about salary.',
        is_public: 0,
        is_recording: 1,
        is_featured: 0,
      },
      {
        ...shared,
        id: 'first-call',
        organization_id: demoOrganization,
        name: 'First call with a customer',
        description: 'A customer hears about the product for the first time.',
        is_public: 1,
        is_recording: 0,
        is_featured: 1,
        created_at: now - hour,
      },
    ])
    .execute();
  await database
    .insertInto('collections')
    .values({ id: 'sales', owner_id: 'ada', organization_id: demoOrganization, name: 'Sales' })
    .execute();
}

async function addSessions(database: Database, now: number): Promise<void> {
  const rows: Tables['sessions'][] = [];
  for (let index = 0; index < 12; index += 1) {
    const isCall = index % 2 === 0;
    const name = index % 3 === 0 ? 'ada' : 'ben';
    const transcript = [
      { role: 'ai', content: 'Hello, what brings you here?', timestamp: 0 },
      { role: 'user', content: isCall ? 'May I show you something new?' : 'I would like to talk.', timestamp: 4.5 },
      { role: 'ai', content: 'Go ahead.', timestamp: 9 },
    ];
    const { topics, ...evaluation } = describeSession(transcript);
    rows.push({
      id: randomUUID(),
      scenario_id: isCall ? 'first-call' : 'salary-talk',
      scenario_owner_id: 'ada',
      organization_id: isCall ? demoOrganization : null,
      user_id: name,
      user_email: `${name}@example.com`,
      duration_seconds: 60 + index * 37,
      status: 'completed',
      ...evaluation,
      topics: JSON.stringify(topics),
      transcript: JSON.stringify(transcript),
      created_at: now - index * 7 * hour,
    });
  }
  await database.insertInto('sessions').values(rows).execute();
}

async function addBotsAndSubscriptions(database: Database, now: number): Promise<void> {
  const statuses = ['pending', 'scheduled', 'in_call_recording', 'call_ended', 'failed'] as const;
  await database
    .insertInto('meeting_bots')
    .values(
      statuses.map((status, index) => ({
        id: `bot-${status.replaceAll('_', '-')}`,
        scenario_id: 'first-call',
        owner_id: 'ada',
        organization_id: demoOrganization,
        meeting_url: `https://meet.example.com/${index + 1}`,
        status,
        created_at: now - index * hour,
      })),
    )
    .execute();
  const subscription = { plan: 'monthly', currency: 'EUR', status: 'active', current_period_end: now + 720 * hour };
  await database
    .insertInto('subscriptions')
    .values([
      {
        ...subscription,
        id: 'subscription-1',
        scenario_id: 'salary-talk',
        collection_id: null,
        user_email: 'ben@example.com',
        amount_minor: 990,
        created_at: now - hour,
      },
      {
        ...subscription,
        id: 'subscription-2',
        scenario_id: 'first-call',
        collection_id: 'sales',
        user_email: 'eve@example.com',
        amount_minor: 1_999,
        created_at: now,
      },
    ])
    .execute();
}
