import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { originKey } from '../diagnostics/origin.js';
import type { Api } from '../model/api.js';
import { findConversions, noConversions } from './conversions.js';
import { type ConversionChoice, isChosen } from './converted-values.js';
import { nameOperations, nameSecuritySchemes } from './name-operations.js';
import { SchemaNamer } from './name-schemas.js';
import { joinFile, NameSpace, type Tell } from './name-space.js';
import type { Names } from './names.js';
import { reservedFiles, reservedNames } from './reserved-names.js';
import { reachAll } from './schema-parts.js';
import { computeViews } from './views.js';

/**
 * Chooses every identifier and file name of the output. Each that is not what a person would expect (reserved, taken,
 * too long) is told as a note, once. Where no schema is declared, those that are no components need no names.
 */
export function nameApi(
  api: Api,
  diagnostics: Diagnostics,
  choice: ConversionChoice = {},
  declaresSchemas = true,
): Names {
  const tell = tellOnce(diagnostics);
  const names = new NameSpace(reservedNames, tell);
  const all = reachAll(api);
  const views = computeViews(api, all);
  const schemas = new SchemaNamer(all, views, names, tell);
  schemas.nameComponents();
  const operations = nameOperations(api, names, new NameSpace(reservedFiles, tell, joinFile), tell);
  return {
    operations,
    schemas: declaresSchemas ? schemas.nameRest(operations) : new Map(),
    securitySchemes: nameSecuritySchemes(api, tell),
    views,
    conversions: isChosen(choice) ? findConversions(all, choice, views.dynamicAnchors, diagnostics) : noConversions,
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
