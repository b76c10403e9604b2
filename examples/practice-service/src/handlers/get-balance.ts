import type { Handlers } from '../../generated/sandbox/server/index.js';
import type { Caller } from '../caller.js';
import { isRefusal, resolveScope } from '../scope.js';
import { toDecimal } from '../wire/amounts.js';

/**
 * Get the wallet balance
 *
 * Returns the balance of the wallet tied to the token. The operation has no parameters of its own.
 *
 * `GET /balance`
 * Source: 4.1, 4.2.
 */
export const getBalance: Handlers<Caller>['getBalance'] = async (args, context) => {
  const { principal: caller } = context;
  const scope = await resolveScope(caller, args.organizationId);
  if (isRefusal(scope)) return scope;
  const wallet = await caller.database
    .selectFrom('wallets')
    .selectAll()
    .where('id', '=', caller.walletId)
    .executeTakeFirstOrThrow();
  return { status: '2XX', body: { balance: toDecimal(wallet.balance_minor), currency: wallet.currency } };
};
