import { type BuildCodes, buildCodes } from './codes/build.js';
import { type CommandLineCodes, commandLineCodes } from './codes/command-line.js';
import { type DocumentCodes, documentCodes } from './codes/document.js';
import { type EmitCodes, emitCodes } from './codes/emit.js';
import type { Catalogue } from './codes/entry.js';
import { type NamingCodes, namingCodes } from './codes/naming.js';
import { type OutputCodes, outputCodes } from './codes/output.js';
import { type RedoclyCodes, redoclyCodes } from './codes/redocly.js';

/** Every code with the parameters that word it. */
export interface CodeTable
  extends DocumentCodes,
    RedoclyCodes,
    BuildCodes,
    NamingCodes,
    EmitCodes,
    OutputCodes,
    CommandLineCodes {}

/** The code of a finding, as printed. */
export type Code = keyof CodeTable;

/** Every finding there is, by code; each has a case folder under `test/cases`. */
export const catalogue: Catalogue<CodeTable> = {
  ...documentCodes,
  ...redoclyCodes,
  ...buildCodes,
  ...namingCodes,
  ...emitCodes,
  ...outputCodes,
  ...commandLineCodes,
};
