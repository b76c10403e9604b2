import type { Caller } from './caller.js';
import type { Database } from './database/schema.js';
import { hashSecret } from './tokens.js';

/** The owner of a token. */
export type TokenHolder = Omit<Caller, 'database' | 'publicUrl'>;

/** Finds the owner of a token. */
export function findCaller(database: Database, token: string): Promise<TokenHolder | undefined> {
  return database
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .select([
      'tokens.id as tokenId',
      'tokens.user_id as userId',
      'users.email as email',
      'tokens.wallet_id as walletId',
    ])
    .where('tokens.digest', '=', hashSecret(token))
    .where('tokens.revoked_at', 'is', null)
    .executeTakeFirst();
}
