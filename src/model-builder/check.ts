import { checkExtensions } from './checks/check-extensions.js';
import { checkLookAlikes } from './checks/check-look-alikes.js';
import { checkOperationIds } from './checks/check-operation-ids.js';
import { checkRootSecurity } from './checks/check-root-security.js';
import { checkSchemas } from './checks/check-schemas.js';
import { checkSources } from './checks/check-sources.js';
import { checkUnused } from './checks/check-unused.js';
import type { BuildContext } from './context.js';
import type { Settled } from './settle.js';

/** Reports the problems that depend on the whole model. Changes nothing. */
export function checkModel(context: BuildContext, { operations, index, schemas }: Settled): void {
  checkSchemas(context, schemas, operations);
  checkOperationIds(context, operations, index);
  context.reportForeign();
  checkExtensions(context, operations, index);
  checkSources(context, operations);
  checkLookAlikes(context, operations);
  checkUnused(context);
  checkRootSecurity(context, operations);
}
