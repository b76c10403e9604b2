import type { Database } from './database/schema.js';

/**
 * The owner of the request's token. Handlers receive nothing else, so it also contains what they need for their
 * responses.
 */
export interface Caller {
  readonly tokenId: string;
  readonly userId: string;
  readonly email: string;
  readonly walletId: string;
  readonly database: Database;
  /** The URL of this service, without a slash at its end. */
  readonly publicUrl: string;
}
