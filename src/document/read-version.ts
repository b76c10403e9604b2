import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { findNearestName } from '../diagnostics/nearest-name.js';
import { buildChildOrigin, type Origin } from '../diagnostics/origin.js';
import { isObject } from '../model/element.js';
import type { OpenApiVersion } from './document.js';
import { findMember } from './resolve.js';

/** Reads the OpenAPI version of a description. Reports an unknown or missing version. */
export function readVersion(value: unknown, root: Origin, diagnostics: Diagnostics): OpenApiVersion | undefined {
  const openapi = findMember(value, 'openapi');
  const swagger = findMember(value, 'swagger');
  if (openapi === undefined && swagger !== undefined) {
    diagnostics.report('swagger-description', buildChildOrigin(root, 'swagger'), {}, { at: 'key' });
  } else if (openapi === undefined) {
    reportMissing(value, root, diagnostics);
  } else {
    return readNumber(openapi, buildChildOrigin(root, 'openapi'), diagnostics);
  }
  return undefined;
}

function reportMissing(value: unknown, root: Origin, diagnostics: Diagnostics): void {
  const variant = isObject(value) ? 'no-field' : 'not-object';
  const likely = isObject(value) ? findNearestName('openapi', Object.keys(value)) : undefined;
  diagnostics.report(
    'no-description',
    likely === undefined ? root : buildChildOrigin(root, likely),
    { variant, likely },
    { at: 'key' },
  );
}

function readNumber(openapi: unknown, origin: Origin, diagnostics: Diagnostics): OpenApiVersion | undefined {
  // Without quotes, YAML reads `3.1` as a number, which still shows the version. It reads `3.0` as 3, which does not
  // show the version.
  const [, version] = /^(3\.[012])(?:\.[0-9]+)?(?:-.+)?$/.exec(String(openapi)) ?? [];
  if (version === '3.0' || version === '3.1' || version === '3.2') return version;
  diagnostics.report('unsupported-version', origin, { version: String(openapi) });
  return undefined;
}
