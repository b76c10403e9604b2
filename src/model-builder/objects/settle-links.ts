import { findNearestName } from '../../diagnostics/nearest-name.js';
import { buildChildOrigin } from '../../diagnostics/origin.js';
import type { Link } from '../../model/operation.js';
import type { BuildContext } from '../context.js';
import type { Draft } from '../node.js';
import type { OperationIndex } from '../operation-index.js';

/** Connects each link with the operation of its `operationId`. Reports ids that no operation has. */
export function settleLinks(context: BuildContext, index: OperationIndex): void {
  for (const link of context.memos.links.list()) settleLink(context, link, index);
}

function settleLink(context: BuildContext, link: Draft<Link>, index: OperationIndex): void {
  const { operationId, origin } = link;
  if (operationId === undefined) return;
  const operation = index.get(operationId);
  if (operation) {
    link.operation ??= operation.origin;
    return;
  }
  const finding = { operationId, likely: findNearestName(operationId, index.keys()) };
  context.report('unknown-operation', buildChildOrigin(origin, 'operationId'), finding);
}
