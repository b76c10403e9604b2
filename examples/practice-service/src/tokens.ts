import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Database } from './database/schema.js';

/** Returns the SHA-256 of a secret, which is all that the database stores of it. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Creates a random secret of 256 bits. */
export function createSecret(prefix: string): string {
  return `${prefix}_${randomBytes(32).toString('base64url')}`;
}

/** Creates a token of a user and returns it. It cannot be read again. */
export async function createToken(
  database: Database,
  owner: { readonly userId: string; readonly walletId: string },
  label: string,
): Promise<string> {
  const token = createSecret('practice');
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
