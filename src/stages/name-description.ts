import type { ConversionChoice } from '../conversions/conversions.js';
import { isChosen } from '../conversions/converted-values.js';
import { findConversions, noConversions } from '../conversions/find-conversions.js';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { SchemaTypes } from '../emitters/types/contract.js';
import type { Api } from '../model/api.js';
import { listReachableSchemas } from '../model/schema-parts.js';
import { type NamingOptions, nameApi } from '../naming/name-api.js';
import { buildViews } from '../views/build-views.js';

/** Runs stage 4: chooses identifiers, file names, the properties of each view, and the values that are converted. */
export function nameDescription(
  api: Api,
  diagnostics: Diagnostics,
  { conversions: choice = {}, ...naming }: NamingOptions & { readonly conversions?: ConversionChoice } = {},
): SchemaTypes {
  const parts = listReachableSchemas(api);
  const views = buildViews(api, parts);
  const names = nameApi({ api, schemas: parts, views }, diagnostics, naming);
  const conversions = isChosen(choice) ? findConversions(new Set(parts.keys()), choice, diagnostics) : noConversions;
  return new SchemaTypes({ api, parts, names, views, conversions, diagnostics });
}
