import { splitPointer } from '../../src/diagnostics/origin.js';
import { readFormat } from '../../src/wire/media-format.js';
import type { CoverageRow } from './list-coverage.js';

/**
 * Returns whether, by the specification, a keyword only repeats what the description states elsewhere. If so, nothing
 * changes without it, and its value does not matter. `description` is the file of the row.
 */
export function saysAgain({ origin, object, keyword }: CoverageRow, description: unknown): boolean {
  const tokens = splitPointer(origin.pointer);
  switch (`${object} ${keyword}`) {
    // A discriminator only names a property that already has a constant value: it "cannot change the validation
    // outcome" (OpenAPI 3.2, 4.25.2).
    case 'Schema Object discriminator':
      return hasConstants(find(description, tokens), description);
    case 'Discriminator Object mapping':
      return hasConstants(find(description, tokens.slice(0, -1)), description);
    // Content is bytes even without these keywords if its media type is not text (OpenAPI 3.1, 4.4.2).
    case 'Schema Object format':
    case 'Schema Object contentEncoding':
      return tokens.at(-1) === 'schema' && tokens.at(-3) === 'content' && isBytes(tokens.at(-2) ?? '');
    default:
      return false;
  }
}

function isBytes(mediaType: string): boolean {
  return readFormat(mediaType, undefined).format === 'bytes';
}

// Returns whether each alternative lists the values of the property that distinguishes it.
function hasConstants(schema: unknown, description: unknown): boolean {
  const name = memberOf(memberOf(schema, 'discriminator'), 'propertyName');
  const alternatives = ['oneOf', 'anyOf'].flatMap((keyword) => listOf(memberOf(schema, keyword)));
  return typeof name === 'string' && alternatives.every((one) => isConstant(findProperty(one, name, description)));
}

function findProperty(schema: unknown, name: string, description: unknown): unknown {
  const target = follow(schema, description);
  const own = memberOf(memberOf(target, 'properties'), name);
  const inherited = listOf(memberOf(target, 'allOf')).map((part) => findProperty(part, name, description));
  return follow(own ?? inherited.find((property) => property !== undefined), description);
}

function isConstant(schema: unknown): boolean {
  return memberOf(schema, 'const') !== undefined || memberOf(schema, 'enum') !== undefined;
}

function follow(schema: unknown, description: unknown): unknown {
  const reference = memberOf(schema, '$ref');
  if (typeof reference !== 'string' || !reference.startsWith('#')) return schema;
  return follow(find(description, splitPointer(decodeURIComponent(reference.slice(1)))), description);
}

function find(value: unknown, tokens: readonly string[]): unknown {
  return tokens.reduce(memberOf, value);
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
