const longest = 400;

/** Returns whether JavaScript writes a number as it is written here. It writes `1.0` as `1`. */
export function isPlainNumber(text: string): boolean {
  return String(Number(text)) === text;
}

/** Writes a finite number of YAML as JSON does: in decimal digits, without a plus sign, leading zeros or a dot at an end. */
export function printJsonNumber(text: string): string {
  if (/^0[xo]/.test(text)) return String(BigInt(text));
  const [, sign = '', whole = '', fraction = '', power = ''] =
    /^([-+]?)0*([0-9]*)(\.[0-9]*)?([eE][-+]?[0-9]+)?$/.exec(text) ?? [];
  return `${sign === '-' ? sign : ''}${whole || '0'}${fraction === '.' ? '' : fraction}${power}`;
}

/** Reads a finite number. An integer that is not a safe one is a `bigint`, which has all its digits. */
export function readExactNumber(text: string): number | bigint {
  const value = Number(text);
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return value;
  return /^[-+]?\d+$|^0[box]/i.test(text) ? BigInt(text) : value;
}

/** Returns whether JavaScript writes a number with the same significant digits. It writes `9223372036854775808` with others. */
export function hasSameDigits(text: string): boolean {
  if (text.length > longest) return false;
  const digits = printJsonNumber(text);
  const [written, held] = [splitDigits(digits), splitDigits(String(Number(digits)))];
  return written?.digits === held?.digits && written?.exponent === held?.exponent;
}

/**
 * Returns whether a JavaScript number represents a decimal number, that is, whether it has all the written digits. This
 * is so for `0.1` and `9223372036854775808`, but not for `9223372036854775807` or `1e400`.
 */
export function isNumberHeld(text: string): boolean {
  if (/^0[xo]/.test(text)) return BigInt(text) === BigInt(Number(text));
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
