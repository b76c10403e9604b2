import { buildChildOrigin, formatOrigin, type Origin } from '../diagnostics/origin.js';
import { isObject, type ObjectValue } from '../model/is-object.js';
import type { Document } from './document.js';
import { getMemberPlace, isOpaque, type Place } from './places.js';
import { findValue, resolveReference } from './resolve.js';

/** Lists the links that `leadsAway` finds in the files read so far, and the references to these links. */
export function listLinks(document: Document, leadsAway: (link: ObjectValue, origin: Origin) => boolean): Origin[] {
  const links = listAll(document);
  const away = links.filter(({ value, origin }) => leadsAway(value, origin));
  const places = new Set(away.map(({ origin }) => formatOrigin(origin)));
  const referring = links.filter(({ value, origin }) => {
    const reference: unknown = value['$ref'];
    const target = typeof reference === 'string' ? resolveReference(document, origin, reference) : undefined;
    return target !== undefined && places.has(formatOrigin(target.origin));
  });
  return [...away, ...referring].map(({ origin }) => origin);
}

interface Link {
  readonly origin: Origin;
  readonly value: ObjectValue;
}

function listAll(document: Document): Link[] {
  const found: Link[] = [];
  const waiting: { readonly origin: Origin; readonly value: unknown; readonly place: Place }[] = [];
  const origin = { file: document.entry, pointer: '' };
  waiting.push({ origin, value: findValue(document, origin), place: 'openapi' });
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { place } = next;
    // Schemas have no links.
    if (isOpaque(place) || place === 'schema' || place === 'schema{}') continue;
    if (place === 'link' && isObject(next.value)) found.push({ origin: next.origin, value: next.value });
    if (typeof next.value !== 'object' || next.value === null) continue;
    for (const [key, value] of Object.entries(next.value)) {
      const inside = Array.isArray(next.value) ? place : getMemberPlace(place, key);
      waiting.push({ origin: buildChildOrigin(next.origin, key), value, place: inside });
    }
  }
  return found;
}
