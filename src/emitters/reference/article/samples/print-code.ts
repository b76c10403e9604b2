import type { ConversionPlan } from '../../../../conversions/conversions.js';
import type { JsonValue } from '../../../../model/element.js';
import { isObject } from '../../../../model/is-object.js';
import { isInteger } from '../../../../model/json-type.js';
import { isBlank } from '../../../../samples/blank.js';
import { encodeBigint, encodePropertyKey, encodeString } from '../../../../typescript/encode.js';
import { findMember } from '../../../../typescript/encode-wire.js';
import { javaScript } from './fetch.js';
import { printLiteral, printParts } from './print-literal.js';

interface Printing {
  readonly indent: string;
  /** The members of the outermost object that are files. */
  readonly files?: ReadonlySet<string>;
}

/** Prints a value as it is in code: a `Date` or a `bigint` where its schema is converted, and a file as `Blob`. */
export function printCode(value: JsonValue, plan: ConversionPlan | undefined, { indent, files }: Printing): string {
  const inside = { indent: `${indent}  ` };
  if (isList(value)) {
    const items = value.map((item, index) => printCode(item, plan?.first[index] ?? plan?.items, inside));
    return printParts(items, '[]', javaScript, indent);
  }
  if (isObject(value)) {
    const by = plan?.by === undefined ? undefined : value[plan.by];
    const chosen = typeof by === 'string' && plan?.cases.has(by) ? plan.cases.get(by) : plan;
    const members = Object.entries(value).map(([name, member]: [string, JsonValue]) => {
      const printed = files?.has(name) ? printFile(member) : printCode(member, findMember(chosen, name), inside);
      return `${encodePropertyKey(name)}: ${printed}`;
    });
    return printParts(members, '{}', javaScript, indent);
  }
  const formats = plan?.own ?? new Set<string>();
  if (isInteger(value) && formats.has('int64')) return encodeBigint(value);
  const isDate = formats.has('date') || formats.has('date-time');
  if (typeof value === 'string' && isDate) return `new Date(${encodeString(value)})`;
  return printLiteral(value, javaScript, indent);
}

function printFile(value: JsonValue): string {
  const name = typeof value === 'string' && isBlank(value) ? value : '<file>';
  return isList(value) ? `[${printFile(value[0] ?? null)}]` : `await openAsBlob(${encodeString(name)})`;
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
