import { matchesDate, matchesDateTime } from './formats.js';
import { isRecord } from './is-record.js';
import { pointerToken } from './pointer.js';
import { findNode, listInside, type TreeParts, type ValueTree } from './value-tree.js';

/** The formats whose values have another type in code: a `Date` for text, a `bigint` for a number. */
export type ConvertedFormat = 'date' | 'date-time' | 'int64';

/** How a value is converted: by its format, or by its parts. */
export type Conversion = ValueTree<ConvertedFormat | PartsConversion>;

/** How a value with parts, or with several possible forms, is converted. */
export interface PartsConversion extends TreeParts<Conversion> {
  readonly formats?: readonly ConvertedFormat[];
}

/** The error for a value that cannot be converted. The message contains its place and what is needed. */
export class ConversionError extends TypeError {
  override readonly name: string = 'ConversionError';
  /** The JSON pointer of the wrong part (RFC 6901). */
  readonly instancePath: string;
  /** The value that is needed, such as `a valid Date`. */
  readonly needed: string;

  constructor(instancePath: string, needed: string) {
    super(`'${instancePath}' must be ${needed}`);
    this.instancePath = instancePath;
    this.needed = needed;
  }
}

/** Called for each part that cannot be converted, with what is needed. */
export type OnMisfit = (instancePath: string, needed: string) => void;

/**
 * Converts a value from the wire to code. Integers that were read with all digits become numbers, except for `int64`.
 * Throws a `ConversionError` if the value does not match.
 */
export function fromWire(value: unknown, conversion: Conversion | undefined): unknown {
  return convert(value, conversion, '', { write: readPart });
}

function readPart(part: unknown, formats: readonly ConvertedFormat[], path: string): unknown {
  const time = formats.find((format) => format !== 'int64');
  if (typeof part === 'string' && time) return readTime(part, time, path);
  if (typeof part !== 'number' && typeof part !== 'bigint') return part;
  if (!formats.includes('int64')) return Number(part);
  if (typeof part === 'number' ? !Number.isSafeInteger(part) : !isInt64(part)) refuse(path, int64);
  return BigInt(part);
}

/**
 * Converts a value from code to JSON. An integer that a number cannot hold exactly becomes a `bigint`. Throws a
 * `ConversionError` for an invalid `Date`.
 */
export function toWire(value: unknown, conversion: Conversion | undefined): unknown {
  return convertPlanned(value, conversion, (part, formats, path) => writeConverted(part, formats, path, refuse));
}

/**
 * Converts a value from code to JSON, and reports each part that does not match. Such a part becomes a value that the
 * schema rejects too.
 */
export function checkToWire(value: unknown, conversion: Conversion, onMisfit: OnMisfit): unknown {
  return convertPlanned(value, conversion, (part, formats, path) => {
    const hasTime = formats.some((format) => format !== 'int64');
    const needed = typeof part === 'string' && hasTime ? 'a Date' : undefined;
    const wanted = typeof part === 'number' && formats.includes('int64') ? 'a bigint' : needed;
    if (wanted) {
      onMisfit(path, wanted);
      return false;
    }
    let fits = true;
    const wire = writeConverted(part, formats, path, (...misfit) => {
      fits = false;
      onMisfit(...misfit);
    });
    return fits || typeof wire !== 'string' ? wire : '';
  });
}

/** Converts a JSON value that was read with all digits: integers without the format `int64` become numbers. */
export function narrowIntegers(value: unknown, conversion: Conversion): unknown {
  return convert(value, conversion, '', { write: reduceInteger });
}

/** Reads the 64-bit integers in a value of strings, such as a parameter. */
export function liftIntegers(value: unknown, conversion: Conversion): unknown {
  return convertPlanned(value, conversion, (part, formats) => {
    // Converting a number back to text restores the text from which it was read.
    const text = typeof part === 'number' ? String(part) : part;
    if (typeof text !== 'string' || !formats.includes('int64') || !/^-?(?:0|[1-9]\d{0,18})$/.test(text)) return part;
    return Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text);
  });
}

function reduceInteger(part: unknown, formats: readonly ConvertedFormat[]): unknown {
  return typeof part === 'bigint' && !formats.includes('int64') ? Number(part) : part;
}

type ConvertPart = (part: unknown, formats: readonly ConvertedFormat[], path: string) => unknown;

const none: readonly ConvertedFormat[] = [];
const int64 = 'a 64-bit integer, written with all its digits';

// Values without a conversion do not change.
function convertPlanned(value: unknown, conversion: Conversion | undefined, write: ConvertPart): unknown {
  return convert(value, conversion, '', { write, plannedOnly: true });
}

interface Converting {
  readonly write: ConvertPart;
  /** Whether values without a conversion stay as they are. */
  readonly plannedOnly?: boolean;
}

function convert(value: unknown, conversion: Conversion | undefined, path: string, how: Converting): unknown {
  const { write, plannedOnly } = how;
  const plan = findNode(conversion, value);
  if (plan === undefined && plannedOnly) return value;
  if (typeof plan === 'string') return write(value, [plan], path);
  if (!Array.isArray(value) && !isRecord(value)) return write(value, plan?.formats ?? none, path);
  let copy: object | undefined;
  for (const [name, part] of Object.entries(value)) {
    const converted = convert(part, plan && listInside(plan, value, name)[0], `${path}/${pointerToken(name)}`, how);
    if (converted === part) continue;
    copy ??= Array.isArray(value) ? [...value] : { ...value };
    Object.defineProperty(copy, name, { value: converted, writable: true, enumerable: true, configurable: true });
  }
  return copy ?? value;
}

function refuse(path: string, needed: string): never {
  throw new ConversionError(path, needed);
}

function readTime(text: string, format: 'date' | 'date-time', path: string): Date {
  if (!(format === 'date' ? matchesDate(text) : matchesDateTime(text))) refuse(path, `a ${format} (RFC 3339)`);
  if (format === 'date') return new Date(`${text}T00:00:00Z`);
  // Reads a leap second as the first second of the next minute, as clocks do, and drops digits after the milliseconds.
  const isLeap = text.slice(17, 19) === '60';
  const plain = `${text.slice(0, 17)}${isLeap ? '59' : text.slice(17, 19)}${text.slice(19)}`;
  const time = Date.parse(plain.toUpperCase().replace(/(\.\d{3})\d+/, '$1'));
  return new Date(isLeap ? time + 1000 : time);
}

function writeConverted(part: unknown, formats: readonly ConvertedFormat[], path: string, onMisfit: OnMisfit): unknown {
  const time = formats.find((format) => format !== 'int64');
  if (part instanceof Date && time) return writeTime(part, time, path, onMisfit);
  if (typeof part !== 'bigint' || !formats.includes('int64')) return part;
  if (!isInt64(part)) onMisfit(path, 'a 64-bit integer');
  return Number.isSafeInteger(Number(part)) ? Number(part) : part;
}

function writeTime(value: Date, format: 'date' | 'date-time', path: string, onMisfit: OnMisfit): string {
  const text = Number.isNaN(value.getTime()) ? '' : value.toISOString();
  if (!/^\d{4}-/.test(text)) onMisfit(path, 'a valid Date of the years 0 to 9999');
  // With another time of day, the value would be another date in some time zones.
  else if (format === 'date' && !text.endsWith('T00:00:00.000Z')) onMisfit(path, 'a Date at midnight in UTC');
  return format === 'date' ? text.slice(0, 10) : text.replace('.000Z', 'Z');
}

function isInt64(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}
