import { findNearestName } from '../../diagnostics/nearest-name.js';
import type { Operation, SecurityScheme } from '../../model/api.js';
import { type Code, code, encodePropertyKey, encodeString, printArray, printObject } from '../../typescript/code.js';
import type { TsFile } from '../../typescript/ts-file.js';
import type { EmitInput } from '../emitter.js';
import { importRuntimeType } from '../runtime-references.js';

/** Lists the security schemes that operations use, in the order of the description. */
export function listUsedSchemes({ api }: Pick<EmitInput, 'api'>): SecurityScheme[] {
  const used = new Set(
    api.operations.flatMap(({ security }) => security.flatMap(({ schemes }) => schemes.map(({ scheme }) => scheme))),
  );
  return api.securitySchemes.filter((scheme) => used.has(scheme));
}

/**
 * Reports schemes that operations require but the description does not declare. Without the schemes, the server would
 * accept every caller.
 */
export function reportUndeclared(input: EmitInput): void {
  const names = input.api.securitySchemes.flatMap(({ isUndeclared, name }) => (isUndeclared ? [] : name));
  for (const { isUndeclared, name, origin } of listUsedSchemes(input)) {
    if (!isUndeclared) continue;
    const finding = { name, likely: findNearestName(name, names) };
    input.diagnostics.report('unenforceable-security', origin, finding, { at: 'key' });
  }
}

/** Returns the names of API keys in the query. */
export function listKeyNamesInQuery({ security }: Operation): string[] {
  const schemes = security.flatMap((requirement) => requirement.schemes.map(({ scheme }) => scheme));
  return schemes.flatMap((scheme) => (scheme.type === 'apiKey' && scheme.in === 'query' ? [scheme.wireName] : []));
}

/** Prints the security alternatives of an operation. */
export function printSecurity({ security }: Operation, { names }: EmitInput): Code {
  return printArray(
    security.map(({ schemes }) =>
      printArray(
        schemes.map(({ scheme, scopes }) =>
          printObject([
            ['scheme', encodeString(names.securitySchemes.get(scheme) ?? scheme.name)],
            ['scopes', printArray(scopes.map(encodeString))],
          ]),
        ),
      ),
    ),
  );
}

/** Declares the type of the `security` option, and where each credential is found. */
export function addSecurity(file: TsFile, input: EmitInput): void {
  const schemes = listUsedSchemes(input);
  const keyOf = (scheme: SecurityScheme): string => input.names.securitySchemes.get(scheme) ?? scheme.name;
  file.addInterface({
    name: 'Security',
    doc: 'One function per security scheme. It returns the principal that a credential belongs to, or nothing.',
    typeParameters: [code`Principal`],
    members: schemes.map((scheme) => ({
      key: encodePropertyKey(keyOf(scheme)),
      readonly: true,
      type: code`${importRuntimeType('server/security', 'SecurityFunction')}<${printCredential(scheme)}, Principal>`,
      ...(scheme.description !== undefined && { doc: scheme.description }),
    })),
  });
  const entries = schemes.map((scheme) => printArray([encodeString(keyOf(scheme)), printScheme(scheme)]));
  const plan = importRuntimeType('server/security-plan', 'SecuritySchemePlan');
  file.addConstant({
    name: 'schemes',
    local: true,
    type: code`ReadonlyMap<string, ${plan}>`,
    value: code`new Map<string, ${plan}>(${printArray(entries)})`,
  });
}

function printCredential(scheme: SecurityScheme): Code {
  if (scheme.type === 'mutualTLS') return code`Uint8Array`;
  const isBasic = scheme.type === 'http' && scheme.scheme.toLowerCase() === 'basic';
  return isBasic ? code`${importRuntimeType('server/security', 'BasicCredential')}` : code`string`;
}

function printScheme(scheme: SecurityScheme): Code {
  switch (scheme.type) {
    case 'apiKey':
      return printObject([
        ['type', `'apiKey'`],
        ['in', `'${scheme.in}'`],
        ['name', encodeString(scheme.wireName)],
      ]);
    case 'http': {
      const name = scheme.scheme.toLowerCase();
      if (name === 'bearer' || name === 'basic') return code`{ type: '${name}' }`;
      return printObject([
        ['type', `'http'`],
        ['scheme', encodeString(name)],
      ]);
    }
    case 'mutualTLS':
      return code`{ type: 'mutualTLS' }`;
    case 'oauth2':
    case 'openIdConnect':
      return code`{ type: 'bearer' }`;
  }
}
