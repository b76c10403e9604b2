import type { Database } from './database/schema.js';

/**
 * The owner of the request's token. Handlers receive only this object, so it also contains the values that they need
 * for their responses.
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
