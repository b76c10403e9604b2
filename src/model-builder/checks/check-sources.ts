import type { Element } from '../../model/element.js';
import type { ObjectKind } from '../../model/openapi-objects.js';
import type { Operation } from '../../model/operation.js';
import type { BuildContext } from '../context.js';

/**
 * Checks that each operation, component schema and component response names the section of the documentation that it
 * restates. Applies only if the description names a source anywhere.
 */
export function checkSources(context: BuildContext, operations: readonly Operation[]): void {
  if (!context.hasSources) return;
  const report = (object: ObjectKind, elements: readonly Element[]): void => {
    for (const { origin, source } of elements)
      if (source.length === 0) context.report('source-missing', origin, { object }, 'key');
  };
  report('Operation Object', operations);
  const components = context.schemas.list.filter((one) => one.kind !== 'boolean' && one.component !== undefined);
  report('Schema Object', components);
  report('Response Object', context.componentResponses);
}
