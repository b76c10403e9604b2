import { type Origin, splitPointer } from '../diagnostics/origin.js';
import type { Schema } from '../model/schema.js';
import { hasParts } from '../model/walk-schemas.js';
import { splitWords } from './words.js';

// The tokens of a pointer that are keywords rather than names.
const structural: ReadonlySet<string> = new Set(
  'schema schemas content parameters responses requestBody requestBodies headers components paths properties items additionalProperties patternProperties allOf anyOf oneOf not if then else $defs definitions get put post delete options head patch trace query default'.split(
    ' ',
  ),
);

/** Returns the words for the object at a place: the last name in its pointer, or else the name of its file. */
export function nameOrigin(origin: Origin): string {
  const tokens = splitPointer(origin.pointer);
  const path = tokens[0] === 'paths' || tokens[0] === 'webhooks' ? tokens[1] : undefined;
  const rest = path === undefined ? tokens : tokens.slice(2);
  const last = rest.findLast((token) => !/^\d+$/.test(token) && !structural.has(token) && !token.includes('/'));
  if (path !== undefined) return last === undefined ? listPathWords(path) : `${listPathWords(path)} ${last}`;
  return last ?? nameFile(origin.file);
}

/** Returns the words for a copy of a schema for a dynamic scope: its name, and the schemas to which it leads. */
export function nameCopy(name: string, bound: readonly Schema[]): string {
  return `${name} of ${bound.map(nameBound).join(' and ')}`;
}

function nameBound(schema: Schema): string {
  const { identifier, component, origin } = schema;
  const [type, ...others] = schema.kind === 'keywords' ? (schema.types ?? []) : [];
  const plain = type !== undefined && others.length === 0 && !hasParts(schema) ? type : undefined;
  return identifier ?? component ?? plain ?? nameOrigin(origin);
}

/** Returns the words for a path template: `pets by id` for `/pets/{id}`. */
export function listPathWords(template: string): string {
  const words = template.replace(/\{([^{}]*)\}/g, ' by $1 ');
  return splitWords(words).length > 0 ? words : 'root';
}

function nameFile(file: string): string {
  const steps = file.split('/').map((step) => step.replace(/\.[^.]*$/, ''));
  const last = steps.pop() ?? '';
  return last === 'index' ? (steps.pop() ?? last) : last;
}
