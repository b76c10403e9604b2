import { buildCodes } from './codes/build.js';
import { extensionCodes } from './codes/build-extensions.js';
import { keywordCodes } from './codes/build-keywords.js';
import { schemaCodes } from './codes/build-schemas.js';
import { commandLineCodes } from './codes/command-line.js';
import { documentCodes } from './codes/document.js';
import { emitCodes } from './codes/emit.js';
import { fetchCodes } from './codes/fetch.js';
import { gapCodes } from './codes/gaps.js';
import { namingCodes } from './codes/naming.js';
import { outputCodes } from './codes/output.js';
import { overlayCodes } from './codes/overlays.js';
import { redoclyCodes } from './codes/redocly.js';
import type { ParametersOf } from './codes/row.js';
import { serializationCodes } from './codes/serialization.js';

/** All findings by code. Each code has a folder in `test/cases`. */
export const catalogue: typeof documentCodes &
  typeof overlayCodes &
  typeof redoclyCodes &
  typeof buildCodes &
  typeof keywordCodes &
  typeof schemaCodes &
  typeof extensionCodes &
  typeof namingCodes &
  typeof serializationCodes &
  typeof emitCodes &
  typeof outputCodes &
  typeof fetchCodes &
  typeof gapCodes &
  typeof commandLineCodes = {
  ...documentCodes,
  ...overlayCodes,
  ...redoclyCodes,
  ...buildCodes,
  ...keywordCodes,
  ...schemaCodes,
  ...extensionCodes,
  ...namingCodes,
  ...serializationCodes,
  ...emitCodes,
  ...outputCodes,
  ...fetchCodes,
  ...gapCodes,
  ...commandLineCodes,
};

/** The code of a finding. It is printed with the finding. */
export type Code = keyof typeof catalogue;

/** The parameters of each finding by its code, inferred from its row. */
export type CodeTable = { readonly [C in Code]: ParametersOf<(typeof catalogue)[C]> };
