import { code, typeReference } from '../../typescript/code.js';
import { TsFile } from '../../typescript/ts-file.js';
import { conversionsModule, namePlans, printPlan } from './print-conversion.js';
import type { TypesInput } from './types-input.js';

/** Builds the module of the conversions for clients, servers and validators; empty if no value is converted. */
export function buildConversionsModule({ api, names }: TypesInput): TsFile {
  const file = new TsFile(conversionsModule);
  const named = namePlans(api, names);
  for (const [plan, name] of named) {
    const type = plan.schema && names.schemas.get(plan.schema)?.types.response;
    file.addConstant({
      name,
      doc: type === undefined ? 'A conversion.' : `The conversion of \`${type}\`.`,
      ...(plan.schema && { place: plan.schema.origin }),
      type: code`${typeReference('runtime/convert', 'Conversion')}`,
      value: printPlan(plan, named),
    });
  }
  return file;
}
