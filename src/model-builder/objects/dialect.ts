import type { Origin } from '../../diagnostics/origin.js';
import type { BuildContext } from '../context.js';

const known = /^https:\/\/(spec\.openapis\.org\/oas\/3\.[12]\/dialect\/|json-schema\.org\/draft\/2020-12\/schema#?$)/;

/** Checks that schemas declare a known dialect: JSON Schema 2020-12, or the dialect of OpenAPI, which extends it. */
export function checkDialect(context: BuildContext, dialect: string | undefined, origin: Origin): void {
  if (dialect !== undefined && !known.test(dialect)) context.report('unknown-dialect', origin, { dialect });
}
