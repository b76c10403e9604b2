import type { Caller } from './caller.js';
import { type Refusal, refuse } from './refuse.js';

/** The owner of the data of a call: the caller, or an organization in which the caller has a role. */
export type Scope =
  | { readonly organizationId: undefined; readonly isAdmin: false }
  | { readonly organizationId: string; readonly isAdmin: boolean };

/** Returns the scope of a call. Returns an error if the caller is not a member of the organization. */
export async function resolveScope(caller: Caller, organizationId: string | undefined): Promise<Scope | Refusal<403>> {
  if (organizationId === undefined) return { organizationId, isAdmin: false };
  const membership = await caller.database
    .selectFrom('memberships')
    .select('role')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', caller.userId)
    .executeTakeFirst();
  if (!membership) return refuse(403, 'the caller is not a member of this organization');
  return { organizationId, isAdmin: membership.role === 'admin' };
}

/** Returns whether a scope is an error. */
export function isRefusal(scope: Scope | Refusal<403>): scope is Refusal<403> {
  return 'status' in scope;
}
