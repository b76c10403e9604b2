import { findNearestName } from '../../diagnostics/nearest-name.js';
import { buildChildOrigin, isSameOrigin, type Origin, splitPointer } from '../../diagnostics/origin.js';
import { formatKind } from '../../diagnostics/show-text.js';
import { isSchemeUri, resolveReference } from '../../document/resolve.js';
import type { SecurityRequirement, SecurityScheme } from '../../model/api.js';
import { isObject } from '../../model/element.js';
import type { BuildContext, Node } from '../context.js';
import { type ObjectReader, openObject } from '../object-reader.js';
import { followReference } from '../reference.js';
import { readSecurityScheme } from './security-scheme.js';

/** Reads the alternatives under `security` (OpenAPI 3.2, 4.30). Returns `undefined` if the keyword is absent. */
export function readSecurity(
  parent: ObjectReader<'OpenAPI Object'> | ObjectReader<'Operation Object'>,
): readonly SecurityRequirement[] | undefined {
  return parent.list('security')?.flatMap((node) => readRequirement(parent.context, node) ?? []);
}

function readRequirement(context: BuildContext, node: Node): SecurityRequirement | undefined {
  const reader = openObject(context, 'Security Requirement Object', node);
  if (!reader) return undefined;
  const schemes = Object.keys(reader.value).map((name) => {
    const place = { origin: reader.at(name), value: reader.value[name] };
    const scheme = findScheme(context, name, node) ?? buildMissingScheme(context, name, place.origin);
    return { scheme, scopes: readScopes(context, place) };
  });
  context.coverage?.visit(
    node.origin,
    'Security Requirement Object',
    Object.keys(reader.value),
    Object.keys(reader.value),
  );
  return { origin: node.origin, schemes };
}

// If this scheme were left out, a protected operation would look open. As with mutual TLS, the description does not say
// how to send the credentials, so a client sends none. No server is generated.
function buildMissingScheme(context: BuildContext, name: string, origin: Origin): SecurityScheme {
  const likely = findNearestName(name, context.securitySchemes.keys());
  context.report('unknown-security-scheme', origin, { name, likely }, 'key');
  const scheme: SecurityScheme = { type: 'mutualTLS', name, isUndeclared: true, origin, notShown: [], source: [] };
  context.securitySchemes.set(name, scheme);
  return scheme;
}

function readScopes(context: BuildContext, { origin, value }: Node): string[] {
  if (Array.isArray(value)) return value.filter((scope) => typeof scope === 'string');
  if (value !== null) context.report('wrong-kind', origin, { variant: 'scopes', found: formatKind(value) });
  return [];
}

// In OpenAPI 3.2, a requirement can name a scheme by its URI.
function findScheme(context: BuildContext, name: string, node: Node): SecurityScheme | undefined {
  const known = context.securitySchemes.get(name);
  if (known || !isSchemeUri(name)) return known;
  const target = resolveReference(context.document, node.origin, name);
  if (!target || !isObject(target.value)) return undefined;
  const { origin } = target;
  const key = splitPointer(origin.pointer).at(-1) ?? name;
  const root = { file: context.document.entry, pointer: '' };
  if (isSameOrigin(origin, buildChildOrigin(root, 'components', 'securitySchemes', key)))
    return context.securitySchemes.get(key);
  // Several URIs, or a component, can lead to the same scheme.
  const last = followReference(context, target, 'Security Scheme Object');
  const same = [...context.securitySchemes.values()].find((one) => last && isSameOrigin(one.origin, last.origin));
  const scheme = same ?? readSecurityScheme(context, key, target);
  if (scheme && !same) context.securitySchemes.set(name, scheme);
  return scheme;
}
