import { type Code, encodeString, formatCode } from '../typescript/code.js';
import type { ResponsePlan } from '../wire/plan.js';

/** A member of a union of responses. */
export interface StatusArm {
  readonly status: ResponsePlan['status'];
  /** Prints it with the type of its status. */
  readonly print: (status: string) => Code;
}

/** Prints the members of a union of responses. Those that differ only in their status become one. */
export function printStatusArms(arms: readonly StatusArm[]): Code[] {
  const groups = new Map<string, { readonly arm: StatusArm; readonly statuses: string[] }>();
  for (const arm of arms) {
    const key = formatCode(arm.print(''));
    const group = groups.get(key) ?? { arm, statuses: [] };
    groups.set(key, group);
    group.statuses.push(printStatus(arm.status));
  }
  return [...groups.values()].map(({ arm, statuses }) => arm.print(statuses.join(' | ')));
}

/** Prints the status of a response, which is also its key. */
export function printStatus(status: ResponsePlan['status']): string {
  return typeof status === 'number' ? String(status) : encodeString(status);
}
