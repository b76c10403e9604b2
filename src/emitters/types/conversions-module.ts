import { code, importType } from '../../typescript/code.js';
import { TsFile } from '../../typescript/ts-file.js';
import { conversionsModule, printPlan } from './print-conversion.js';
import type { SchemaTypes } from './schema-types.js';

/** Builds the module of the conversions for clients, servers and validators. It is empty if no value is converted. */
export function buildConversionsModule({ names, namedConversions: named }: SchemaTypes): TsFile {
  const file = new TsFile(conversionsModule);
  for (const [plan, name] of named) {
    const type = plan.schema && names.schemas.get(plan.schema)?.types.response;
    file.addConstant({
      name,
      doc: type === undefined ? 'A conversion.' : `The conversion of \`${type}\`.`,
      ...(plan.schema && { place: plan.schema.origin }),
      type: code`${importType('runtime/convert', 'Conversion')}`,
      value: printPlan(plan, named),
    });
  }
  return file;
}
