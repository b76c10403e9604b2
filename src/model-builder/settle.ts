import { listOperations } from '../model/list-operations.js';
import type { Operation } from '../model/operation.js';
import type { BuildContext } from './context.js';
import { listAffectedOperations } from './items/item-operations.js';
import { settleLinks } from './objects/settle-links.js';
import { indexOperations, type OperationIndex } from './operation-index.js';
import type { ReadApi } from './read.js';
import { bindDynamicReferences } from './schemas/dynamic-references.js';
import { addImplicitNames } from './schemas/implicit-names.js';
import { addInheritance } from './schemas/inheritance.js';
import { type SettledSchemas, settleSchemas } from './schemas/settle-schemas.js';

/** The facts that the checks need, in addition to the model. */
export interface Settled {
  /** Every operation once, including those of callbacks. */
  readonly operations: readonly Operation[];
  readonly index: OperationIndex;
  readonly schemas: SettledSchemas;
}

/** Completes the model with the facts that depend on the whole description. Later stages do not change the model. */
export function settleModel(context: BuildContext, api: ReadApi): Settled {
  const { items, schemas } = context;
  addImplicitNames(schemas.list);
  bindDynamicReferences(context);
  const settled = settleSchemas(context, schemas.list);
  items.closePlaces();
  const operations = listOperations(api);
  const index = indexOperations(operations);
  settleLinks(context, index);
  addInheritance(schemas.list);
  items.setOperations(items.isEmpty ? new Map() : listAffectedOperations(operations, api.tags));
  return { operations, index, schemas: settled };
}
