import type { Operation } from '../../model/operation.js';
import type { BuildContext } from '../context.js';

/** Reports security requirements at the root that no operation inherits. */
export function checkRootSecurity(context: BuildContext, operations: readonly Operation[]): void {
  const { rootSecurity, document } = context;
  if (operations.length === 0 || rootSecurity.length === 0) return;
  if (operations.some(({ security }) => security === rootSecurity)) return;
  context.report('overridden', { file: document.entry, pointer: '/security' }, { keyword: 'security' }, 'key');
}
