import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { formatOrigin } from '../diagnostics/origin.js';
import type { Api } from '../model/api.js';
import type { SchemaParts } from '../model/schema-parts.js';
import type { Views } from '../views/views.js';
import { mergeDeepModules, mergeScalarModules } from './merge-modules.js';
import { nameOperations, nameSecuritySchemes } from './name-operations.js';
import { nameSchemas } from './name-schemas.js';
import { joinFile, NameSpace, type ReportChange } from './name-space.js';
import type { Names } from './names.js';
import { nothingReserved, type Reserved, reservedFiles, reservedNames } from './reserved-names.js';

/** The input of naming. */
interface NamingInput {
  readonly api: Api;
  /** Every schema of the description. */
  readonly schemas: SchemaParts;
  /** The views of schemas. A view that differs from `response` gets its own name. */
  readonly views: Views;
}

/** The options of naming. */
export interface NamingOptions {
  /** Whether schemas that are not components need names. They do if an artifact declares types. */
  readonly declaresSchemas?: boolean;
  /** The names that emitters use for themselves. */
  readonly reserved?: Reserved;
}

/**
 * Chooses every identifier and file name of the output. Reports once, as a note, each name that differs from what
 * people expect because a name is reserved, taken or too long.
 */
export function nameApi(
  { api, schemas: all, views }: NamingInput,
  diagnostics: Diagnostics,
  { declaresSchemas = true, reserved = nothingReserved }: NamingOptions = {},
): Names {
  const report = reportOnce(diagnostics);
  const names = new NameSpace(new Set([...reservedNames, ...reserved.names]), report);
  const ownFiles = new Set([...reservedFiles, ...reserved.files]);
  const startFiles = (): NameSpace => new NameSpace(ownFiles, report, joinFile);
  const nameOthers = nameSchemas(all, views, names, startFiles);
  const operations = nameOperations(api, { names, files: startFiles(), reserved: reserved.operations, report });
  return {
    operations,
    schemas: declaresSchemas ? mergeDeepModules(mergeScalarModules(nameOthers(operations), all), all) : new Map(),
    securitySchemes: nameSecuritySchemes(api, report),
  };
}

// Objects that several operations share are named once per operation.
function reportOnce(diagnostics: Diagnostics): ReportChange {
  const reported = new Set<string>();
  return (origin, change) => {
    const key = `${formatOrigin(origin)} ${change.wanted} ${change.chosen}`;
    if (reported.has(key)) return;
    reported.add(key);
    diagnostics.report('name-changed', origin, change, { at: 'key' });
  };
}
