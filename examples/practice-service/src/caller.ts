import type { Database } from './database/schema.js';

/** Who calls, as the token says. Handlers receive nothing else, so it also has what they answer from. */
export interface Caller {
  readonly tokenId: string;
  readonly userId: string;
  readonly email: string;
  readonly walletId: string;
  readonly database: Database;
  /** The address of this service, without a slash at its end. */
  readonly publicUrl: string;
}
