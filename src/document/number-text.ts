import { listMembersAbout } from '../model/schema-keywords.js';

const longest = 400;
const bounds: readonly unknown[] = listMembersAbout('number').filter((keyword) => keyword !== 'multipleOf');

/**
 * Returns the code of the finding about a decimal number at a path, or `undefined` if JavaScript represents the number
 * exactly. A bound may be rounded, because no JavaScript number is between it and the rounded one. An example may be
 * rounded too, because nothing is computed from it.
 */
export function checkNumber(
  text: string,
  path: readonly (string | number)[],
): 'number-not-held' | 'number-rounded' | undefined {
  if (isNumberHeld(text)) return undefined;
  const isExample = path.some((key, at) => (key === 'example' || key === 'examples') && path[at - 1] !== 'properties');
  return Number.isFinite(Number(text)) && (isExample || bounds.includes(path.at(-1)))
    ? 'number-rounded'
    : 'number-not-held';
}

/**
 * Returns whether a JavaScript number represents a decimal number, that is, whether it has all the written digits. This
 * is so for `0.1` and `9223372036854775808`, but not for `9223372036854775807` or `1e400`.
 */
export function isNumberHeld(text: string): boolean {
  if (text.length > longest) return false;
  const value = Number(text);
  const written = splitDigits(text);
  if (written === undefined || !Number.isFinite(value)) return false;
  if (written.digits.length <= 15 && written.exponent > -290) return true;
  const shortest = splitDigits(String(value));
  if (shortest?.digits === written.digits && shortest.exponent === written.exponent) return true;
  if (written.digits.length > 100) return false;
  const exact = splitDigits(value.toPrecision(Math.max(written.digits.length, 1)));
  return exact?.digits === written.digits && exact.exponent === written.exponent;
}

/** The significant digits of a number, and the power of ten of the last digit. Zero is `''` and 0. */
interface Digits {
  readonly digits: string;
  readonly exponent: number;
}

function splitDigits(text: string): Digits | undefined {
  const [, whole = '', fraction = '', power = '0'] =
    /^[-+]?([0-9]*)\.?([0-9]*)(?:[eE]([-+]?[0-9]+))?$/.exec(text) ?? [];
  const all = (whole + fraction).replace(/^0+/, '');
  const digits = all.replace(/0+$/, '');
  if (whole + fraction === '') return undefined;
  return { digits, exponent: digits === '' ? 0 : Number(power) - fraction.length + all.length - digits.length };
}
