import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Database } from './database/schema.js';

/** Returns the SHA-256 of a secret. The database stores nothing else of it. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Creates a random secret of 256 bits. */
export function createSecret(): string {
  return `practice_${randomBytes(32).toString('base64url')}`;
}

/** Creates a token of a user and returns it. It cannot be read again. */
export async function createToken(
  database: Database,
  owner: { readonly userId: string; readonly walletId: string },
  label: string,
): Promise<string> {
  const token = createSecret();
  await database
    .insertInto('tokens')
    .values({
      id: randomUUID(),
      user_id: owner.userId,
      wallet_id: owner.walletId,
      digest: hashSecret(token),
      label,
      created_at: Date.now(),
      revoked_at: null,
    })
    .execute();
  return token;
}

/** Creates a token for an e-mail address. An unknown address gets a user and an empty wallet. */
export function createTokenOf(database: Database, email: string, label: string): Promise<string> {
  return database.transaction().execute(async (transaction) => {
    const known = await transaction.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
    const userId = known?.id ?? randomUUID();
    if (!known) await transaction.insertInto('users').values({ id: userId, email }).execute();
    const walletId = `wallet-${userId}`;
    await transaction
      .insertInto('wallets')
      .values({ id: walletId, balance_minor: 0, currency: 'EUR' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return createToken(transaction, { userId, walletId }, label);
  });
}

/** A token in a list, without its value. */
export interface ListedToken {
  readonly id: string;
  readonly email: string;
  readonly label: string;
  readonly created_at: number;
  readonly revoked_at: number | null;
}

/** Lists all tokens, newest first. */
export function listTokens(database: Database): Promise<ListedToken[]> {
  return database
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .select(['tokens.id', 'users.email', 'tokens.label', 'tokens.created_at', 'tokens.revoked_at'])
    .orderBy('tokens.created_at', 'desc')
    .orderBy('tokens.id')
    .execute();
}

/** Revokes a token by its id. Returns whether it was valid until now. */
export async function removeToken(database: Database, id: string): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('tokens')
    .set({ revoked_at: Date.now() })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
