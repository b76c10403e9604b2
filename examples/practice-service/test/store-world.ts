import type { Database } from '../src/database/schema.js';
import { createToken } from '../src/tokens.js';
import { findRole, statuses, type World } from './ask-oracle.js';

/** Stores a world with its own ids. Returns a token per user. */
export async function storeWorld(database: Database, world: World, count: number): Promise<string[]> {
  const id = (kind: string, at: number): string => `w${count}-${kind}${at}`;
  const time = (hour: number): number => Date.UTC(2026, 0, 1, hour);
  const user = (at: number): string => id('u', at % world.users);
  const email = (at: number): string => `${user(at)}@example.com`;
  const scenario = (at: number): string => id('s', at % world.scenarios.length);
  const organization = (at: number | undefined): string | null =>
    at === undefined ? null : id('o', at % world.organizations);
  const users = Array.from({ length: world.users }, (_, at) => at);
  const organizations = Array.from({ length: world.organizations }, (_, at) => at);

  await database
    .insertInto('users')
    .values(users.map((at) => ({ id: user(at), email: email(at) })))
    .execute();
  await database
    .insertInto('wallets')
    .values(users.map((at) => ({ id: user(at), balance_minor: at, currency: 'EUR' })))
    .execute();
  await database
    .insertInto('organizations')
    .values(organizations.map((at) => ({ id: id('o', at), name: 'O' })))
    .execute();
  const memberships = organizations.flatMap((at) =>
    users.flatMap((who) => {
      const role = findRole(world, who, at);
      return role ? [{ organization_id: id('o', at), user_id: user(who), role }] : [];
    }),
  );
  if (memberships.length > 0) await database.insertInto('memberships').values(memberships).execute();
  await database
    .insertInto('scenarios')
    .values(
      world.scenarios.map((entry, at) => ({
        id: id('s', at),
        owner_id: user(entry.owner),
        organization_id: organization(entry.organization),
        name: `Scenario ${at}`,
        description: '',
        ai_instructions: '',
        is_public: Number(entry.isPublic),
        is_recording: 0,
        is_featured: 0,
        created_at: time(entry.hour),
        deleted_at: entry.isDeleted ? 1 : null,
      })),
    )
    .execute();
  const grants = world.scenarios.flatMap((entry, at) =>
    [...new Set(entry.sharedWith.map(user))].map((user_id) => ({ scenario_id: id('s', at), user_id })),
  );
  if (grants.length > 0) await database.insertInto('scenario_access').values(grants).execute();
  await database
    .insertInto('collections')
    .values(
      world.collections.map((entry, at) => ({
        id: id('c', at),
        owner_id: user(entry.owner),
        organization_id: organization(entry.organization),
        name: 'C',
      })),
    )
    .execute();
  const sessions = world.sessions.map((entry, at) => ({
    id: id('x', at),
    scenario_id: scenario(entry.scenario),
    scenario_owner_id: user(world.scenarios[entry.scenario % world.scenarios.length]?.owner ?? 0),
    organization_id: organization(entry.organization),
    user_id: user(entry.user),
    user_email: email(entry.user),
    duration_seconds: 1,
    status: 'completed',
    score: 1,
    note: '',
    feedback: '',
    topics: '[]',
    transcript: '[]',
    created_at: time(entry.hour),
  }));
  if (sessions.length > 0) await database.insertInto('sessions').values(sessions).execute();
  const bots = world.bots.map((entry, at) => ({
    id: id('b', at),
    scenario_id: scenario(entry.scenario),
    owner_id: user(entry.owner),
    organization_id: organization(entry.organization),
    meeting_url: 'https://meet.example.com',
    status: statuses[entry.status % statuses.length] ?? 'failed',
    created_at: time(entry.hour),
  }));
  if (bots.length > 0) await database.insertInto('meeting_bots').values(bots).execute();
  const subscriptions = world.subscriptions.map((entry, at) => ({
    id: id('p', at),
    scenario_id: scenario(entry.scenario),
    collection_id: entry.collection === undefined ? null : id('c', entry.collection % world.collections.length),
    user_email: email(entry.subscriber),
    plan: 'monthly',
    amount_minor: 1,
    currency: 'EUR',
    status: 'active',
    current_period_end: 0,
    created_at: time(entry.hour),
  }));
  if (subscriptions.length > 0) await database.insertInto('subscriptions').values(subscriptions).execute();
  return Promise.all(users.map((at) => createToken(database, { userId: user(at), walletId: user(at) }, '')));
}
