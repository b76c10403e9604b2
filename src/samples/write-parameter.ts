import type { JsonValue } from '../model/element.js';
import { printExactJson } from '../model/print-json.js';
import { findDelimiter } from '../model/styles.js';
import { writeHeaderText } from '../runtime/values/header-text.js';
import { encodeReserved, encodeReservedPath } from '../runtime/write/parts.js';
import { writeLabel, writeMatrix, writeSimple } from '../runtime/write/path.js';
import {
  explodedPairs,
  formPairs,
  writeDeep,
  writeDelimited,
  writeExplodedForm,
  writeForm,
} from '../runtime/write/query-styles.js';
import { percentEncode } from '../runtime/write/text.js';
import type { StylePlan, ValuePlan } from '../wire/plan.js';
import { formatBlank, isBlank } from './blank.js';

/** A value of a parameter, and the plan of how it is written. */
export interface SampleParameter {
  readonly name: string;
  readonly value: JsonValue;
  readonly plan: ValuePlan;
}

/** Writes a value into a path, encoded as the generated client does. Blanks are not encoded. */
export function writeSamplePath({ name, value, plan }: SampleParameter): string {
  return writeOrBlank(name, () => {
    if (plan.by !== 'style') return encode(printDocument(value, plan));
    const { style, explode } = plan;
    const encodePart = plan.allowReserved ? keepBlanks(encodeReservedPath) : encode;
    if (style === 'label') return writeLabel(name, value, explode, encodePart);
    if (style === 'matrix') return writeMatrix(name, value, explode, encodePart);
    return writeSimple(name, value, explode, encodePart);
  });
}

/** Writes a value as name-value pairs of a query: `name=value&…`. */
export function writeSampleQuery({ name, value, plan }: SampleParameter): string {
  const draft = { query: '' };
  const written = writeOrBlank(name, () => {
    if (plan.by === 'style') writeStyled(draft, name, value, plan);
    else writeForm(draft, name, printDocument(value, plan), encode);
    return draft.query.slice(1);
  });
  return isBlank(written) ? `${percentEncode(name)}=${written}` : written;
}

function writeStyled(draft: { query: string }, name: string, value: JsonValue, plan: StylePlan): void {
  const encodePart = plan.allowReserved ? keepBlanks(encodeReserved) : encode;
  const delimiter = findDelimiter(plan.style);
  if (plan.style === 'deepObject') writeDeep(draft, name, value, encodePart);
  else if (delimiter !== undefined) writeDelimited(draft, name, value, { delimiter, encode: encodePart });
  else (plan.explode ? writeExplodedForm : writeForm)(draft, name, value, encodePart);
}

/** Writes the value of a parameter that is the whole query. */
export function writeSampleWholeQuery({ name, value, plan }: SampleParameter): string {
  return writeOrBlank(name, () => {
    if (plan.by !== 'form') return encode(printDocument(value, plan));
    return explodedPairs(name, value, encode)
      .map((pair) => pair.join('='))
      .join('&');
  });
}

/** Writes the value of a header. */
export function writeSampleHeader({ name, value, plan }: SampleParameter): string {
  return writeOrBlank(name, () => {
    if (plan.by !== 'style') return writeHeaderText(printDocument(value, plan), 'simple', refuse) ?? '';
    return writeHeaderText(value, plan.explode ? 'exploded' : 'simple', refuse) ?? '';
  });
}

/** Writes a value as cookies, `name=value; …`. */
export function writeSampleCookie({ name, value, plan }: SampleParameter): string {
  const written = writeOrBlank(name, () => {
    const isStyled = plan.by === 'style';
    const part = isStyled && plan.style === 'cookie' ? (text: string): string => text : encode;
    const pairs = isStyled
      ? (plan.explode ? explodedPairs : formPairs)(name, value, part, part)
      : formPairs(name, printDocument(value, plan), part, part);
    return pairs.map((pair) => pair.join('=')).join('; ');
  });
  return isBlank(written) ? `${name}=${written}` : written;
}

function printDocument(value: JsonValue, { by }: ValuePlan): string {
  return typeof value === 'string' && (by === 'text' || isBlank(value)) ? value : printExactJson(value);
}

const encode = keepBlanks(percentEncode);

function keepBlanks(encodeText: (text: string) => string): (text: string) => string {
  return (text) => (isBlank(text) ? text : encodeText(text));
}

// Writes a blank in place of a stated value that cannot be sent.
function writeOrBlank(name: string, write: () => string): string {
  try {
    return write();
  } catch {
    return formatBlank(name);
  }
}

function refuse(needed: string): never {
  throw new Error(needed);
}
