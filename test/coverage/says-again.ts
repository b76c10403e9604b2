import type { CoverageRow } from '../../src/coverage/list-coverage.js';
import { splitPointer } from '../../src/diagnostics/origin.js';
import { readFormat } from '../../src/wire/media-format.js';

/**
 * Returns whether a keyword only says again, by the specification, what the description says elsewhere, so that nothing is
 * to change without it, whatever its value. `description` is the file that the row is about.
 */
export function saysAgain({ origin, object, keyword }: CoverageRow, description: unknown): boolean {
  const tokens = splitPointer(origin.pointer);
  switch (`${object} ${keyword}`) {
    // A name for what is a constant anyway: a discriminator "cannot change the validation outcome" (OpenAPI 3.2, 4.25.2).
    case 'Schema Object discriminator':
      return hasConstants(find(description, tokens), description);
    case 'Discriminator Object mapping':
      return hasConstants(find(description, tokens.slice(0, -1)), description);
    // Content of a media type that is no text is bytes without saying so (OpenAPI 3.1, 4.4.2).
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

// Whether each alternative lists the values of the property that distinguishes it.
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
