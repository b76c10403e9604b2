import type { SelectQueryBuilder } from 'kysely';
import type { Caller } from './caller.js';
import type { Tables } from './database/schema.js';
import type { Scope } from './scope.js';

/** A query of meeting bots. */
export type BotQuery = SelectQueryBuilder<Tables, 'meeting_bots', object>;

/** Selects the meeting bots of the caller or, in the scope of an organization, those of the organization. */
export function listVisibleBots({ database, userId }: Caller, { organizationId }: Scope): BotQuery {
  const bots = database.selectFrom('meeting_bots');
  return organizationId === undefined
    ? bots.where('owner_id', '=', userId)
    : bots.where('organization_id', '=', organizationId);
}
