import { formatOrigin } from '../../diagnostics/origin.js';
import type { Schema } from '../../model/schema.js';
import type { Facts } from './analysis/facts.js';
import type { Place } from './place-schemas.js';
import type { Validators } from './validators.js';

/**
 * Returns a function that describes what decides the checks of a schema and is not a member of the schema or of the
 * schemas to which it leads: names, and how the rest of the description uses it.
 */
export function describeChecks({ places, types }: Validators): (schema: Schema) => string {
  const { views, conversions } = types;
  const { sentDefaults } = views;
  const known = new Map<Facts, string>();
  const describeFacts = (facts: Facts): string => {
    const text = known.get(facts) ?? formatFlags(Object.values(facts));
    known.set(facts, text);
    return text;
  };
  return (schema) => {
    const place = places.of.get(schema);
    const value = views.defaultOf(schema);
    const flags = formatFlags([
      views.differs(schema, 'request'),
      views.differs(schema, 'received'),
      views.isSent(schema),
      views.isHidden(schema, 'response'),
      views.isHidden(schema, 'received'),
      sentDefaults.isFilled(schema),
      sentDefaults.hasDefaults(schema),
      places.isRepeated(schema),
    ]);
    const facts = describeFacts(places.facts(schema));
    const text = value === undefined ? '' : JSON.stringify(value);
    return `${flags}${facts}${conversions.readFormat(schema) ?? ''}${text}${place ? describePlace(place) : ''} `;
  };
}

function formatFlags(flags: readonly unknown[]): string {
  let text = '';
  for (const flag of flags) text += flag === true ? '1' : '0';
  return text;
}

function describePlace({ schema, entry, module, types, directions }: Place): string {
  const { response, request, received } = types;
  const names = [module, response, request, received, ...(directions ?? [])].join();
  return `${formatOrigin(schema.origin)} ${formatOrigin(entry.origin)} ${names}`;
}
