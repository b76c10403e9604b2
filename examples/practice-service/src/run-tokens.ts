import type { Database } from './database/schema.js';
import { createTokenOf, listTokens, removeToken } from './tokens.js';

/** Runs `tokens create EMAIL [LABEL]`, `tokens list` or `tokens revoke ID`. Returns the text to print. */
export async function runTokens(
  database: Database,
  [command, subject, label = '']: readonly string[],
): Promise<string> {
  if (command === 'create' && subject !== undefined)
    return `${await createTokenOf(database, subject, label)}\nThis token is shown only now.\n`;
  if (command === 'list') {
    const lines = (await listTokens(database)).map(({ id, email, label, created_at, revoked_at }) => {
      const state = revoked_at === null ? 'valid' : `revoked ${formatTime(revoked_at)}`;
      return `${id}  ${email}  ${label || '-'}  created ${formatTime(created_at)}  ${state}\n`;
    });
    return lines.join('') || 'There are no tokens.\n';
  }
  if (command === 'revoke' && subject !== undefined) {
    if (await removeToken(database, subject)) return 'The token is revoked.\n';
    throw new Error(`there is no valid token with the id ${subject}; see 'tokens list'`);
  }
  throw new Error("write 'tokens create EMAIL [LABEL]', 'tokens list' or 'tokens revoke ID'");
}

function formatTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
