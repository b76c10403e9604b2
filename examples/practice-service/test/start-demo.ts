import type { Variant } from '../src/create-api.js';
import { openDatabase, type Storage } from '../src/database/open-database.js';
import type { Database } from '../src/database/schema.js';
import { type ServiceOptions, startService } from '../src/http/start-service.js';
import { addDemoData } from '../src/seed.js';
import { createToken } from '../src/tokens.js';

/** A running service with the demo data, and a token per person. Eve has no data and no organization. */
export interface Demo {
  readonly url: string;
  readonly database: Database;
  readonly tokens: { readonly ada: string; readonly ben: string; readonly eve: string };
  close(): Promise<void>;
}

/** Starts a service with the demo data. */
export async function startDemo(
  storage: Storage,
  variant: Variant,
  options: Partial<ServiceOptions> = {},
): Promise<Demo> {
  const database = await openDatabase(storage);
  const [ada, ben] = await addDemoData(database);
  if (!ada || !ben) throw new Error('the database is not empty');
  await database.insertInto('users').values({ id: 'eve', email: 'eve@example.com' }).execute();
  await database.insertInto('wallets').values({ id: 'wallet-eve', balance_minor: -5, currency: 'USD' }).execute();
  const eve = await createToken(database, { userId: 'eve', walletId: 'wallet-eve' }, 'test');
  const service = await startService({ ...options, database, variant });
  return {
    url: service.url,
    database,
    tokens: { ada: ada.token, ben: ben.token, eve },
    close: async () => {
      await service.close();
      await database.destroy();
    },
  };
}
