import { Diagnostics } from '../diagnostics/diagnostic.js';
import { defaultLimits } from '../document/limits.js';
import { parseText } from '../document/parse-text.js';
import { isObject } from '../model/is-object.js';

/**
 * Lists the differences between two descriptions, one line each: operations, components, and other members of the root.
 */
export function compareDescriptions(before: Uint8Array, after: Uint8Array, path: string): string[] {
  const [old, next] = [listParts(before, path), listParts(after, path)];
  const removed = [...old.keys()].filter((name) => !next.has(name)).map((name) => `- ${name}`);
  const added = [...next.keys()].filter((name) => !old.has(name)).map((name) => `+ ${name}`);
  const changed = [...next]
    .filter(([name, text]) => old.has(name) && old.get(name) !== text)
    .map(([name]) => `~ ${name}`);
  return [...removed, ...added, ...changed];
}

// Splits a description into operations and components, by names such as `GET /pets` and `schemas/Pet`, and the other
// members of the root.
function listParts(bytes: Uint8Array, path: string): ReadonlyMap<string, string> {
  const limits = defaultLimits;
  const root = parseText(bytes, path, {
    limits,
    budget: { left: limits.aliases },
    diagnostics: new Diagnostics(),
  })?.value;
  const parts = new Map<string, string>();
  for (const [name, value] of listMembers(root)) {
    if (name === 'paths') {
      for (const [route, item] of listMembers(value))
        for (const [method, operation] of listMembers(item))
          parts.set(`${method.toUpperCase()} ${route}`, JSON.stringify(operation));
    } else if (name === 'components') {
      for (const [kind, group] of listMembers(value))
        for (const [component, part] of listMembers(group)) parts.set(`${kind}/${component}`, JSON.stringify(part));
    } else parts.set(name, JSON.stringify(value));
  }
  return parts;
}

function listMembers(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}
