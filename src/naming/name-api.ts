import type { ConversionChoice } from '../conversions/conversions.js';
import { isChosen } from '../conversions/converted-values.js';
import { findConversions, noConversions } from '../conversions/find-conversions.js';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { originKey } from '../diagnostics/origin.js';
import type { Api } from '../model/api.js';
import { reachAll } from '../model/schema-parts.js';
import { buildViews } from '../views/build-views.js';
import { nameOperations, nameSecuritySchemes } from './name-operations.js';
import { SchemaNamer } from './name-schemas.js';
import { joinFile, NameSpace, type Tell } from './name-space.js';
import type { Names } from './names.js';
import { nothingReserved, type Reserved, reservedFiles, reservedNames } from './reserved-names.js';

/** How names are chosen. */
export interface NamingOptions {
  readonly conversions?: ConversionChoice;
  /** Whether schemas that are no components need names; they do where some are declared. */
  readonly declaresSchemas?: boolean;
  /** What the emitters keep for themselves. */
  readonly reserved?: Reserved;
}

/**
 * Chooses every identifier and file name of the output. Each that is not what a person would expect (reserved, taken,
 * too long) is told as a note, once.
 */
export function nameApi(
  api: Api,
  diagnostics: Diagnostics,
  { conversions = {}, declaresSchemas = true, reserved = nothingReserved }: NamingOptions = {},
): Names {
  const tell = tellOnce(diagnostics);
  const names = new NameSpace(new Set([...reservedNames, ...reserved.names]), tell);
  const ownFiles = new Set([...reservedFiles, ...reserved.files]);
  const startFiles = (): NameSpace => new NameSpace(ownFiles, tell, joinFile);
  const all = reachAll(api);
  const views = buildViews(api, all);
  const schemas = new SchemaNamer(all, views, names, startFiles);
  schemas.nameComponents();
  const operations = nameOperations(api, { names, files: startFiles(), reserved: reserved.operations, tell });
  return {
    operations,
    schemas: declaresSchemas ? schemas.nameRest(operations) : new Map(),
    securitySchemes: nameSecuritySchemes(api, tell),
    views,
    conversions: isChosen(conversions)
      ? findConversions(all, conversions, views.dynamicAnchors, diagnostics)
      : noConversions,
  };
}

// What operations share is named with each of them.
function tellOnce(diagnostics: Diagnostics): Tell {
  const told = new Set<string>();
  return (origin, change) => {
    const key = `${originKey(origin)} ${change.wanted} ${change.chosen}`;
    if (told.has(key)) return;
    told.add(key);
    diagnostics.report('name-changed', origin, change, { at: 'key' });
  };
}
