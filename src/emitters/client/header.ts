import { findDelimiter } from '../../model/styles.js';
import { type Code, code, encodeString } from '../../typescript/code.js';
import type { StylePlan, ValuePlan } from '../../wire/plan.js';
import { importRuntimeValue } from '../runtime-references.js';

/** Returns whether browsers set a header themselves and ignore other values (WHATWG Fetch, 2.2.2). */
export function isSetByBrowsers(name: string): boolean {
  return setByBrowsers.test(name);
}

const setByBrowsers =
  /^(accept-(charset|encoding)|access-control-request-.*|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|via|(proxy|sec)-.*)$/i;

/** Prints the call that sets a header of a request or of a part. With `isWritten`, `argument` is already JSON text. */
export function printHeader(value: ValuePlan, name: string, argument: Code, isWritten: boolean): Code {
  if (/^'__proto__'$/i.test(name))
    return code`${importRuntimeValue('write/header', 'refuseHeader')}(${name}, ${argument})`;
  if (value.by !== 'style') {
    const write = isWritten
      ? code`${importRuntimeValue('values/header-text', 'escapeHeader')}(${argument})`
      : code`${importRuntimeValue('write/header', 'headerJson')}(${name}, ${argument})`;
    const text = value.by === 'json' ? write : argument;
    return code`${importRuntimeValue('write/draft', 'setHeader')}(draft, ${name}, ${text})`;
  }
  return value.hasParts
    ? code`${importRuntimeValue('write/header', 'writeHeader')}(draft, ${name}, ${argument}, ${String(value.explode)})`
    : code`${importRuntimeValue('write/draft', 'setHeader')}(draft, ${name}, ${argument})`;
}

/** Prints the call that adds a value to a query or a form by its style. */
export function printStyledQuery(value: StylePlan, target: string, name: string, argument: Code): Code {
  const { style, explode, allowReserved, hasParts } = value;
  const start = `(${target}, ${name}, `;
  const reserved = allowReserved && importRuntimeValue('write/parts', 'encodeReserved');
  const encode = reserved ? code`, ${reserved}` : '';
  const delimiter = findDelimiter(style);
  if (delimiter !== undefined) {
    const delimited = code`{ delimiter: ${encodeString(delimiter)}${reserved ? code`, encode: ${reserved}` : ''} }`;
    return code`${importRuntimeValue('write/query-styles', 'writeDelimited')}${start}${argument}, ${delimited})`;
  }
  if (style === 'deepObject')
    return code`${importRuntimeValue('write/query-styles', 'writeDeep')}${start}${argument}${encode})`;
  if (!hasParts && !allowReserved) return code`${importRuntimeValue('write/query', 'writeQuery')}${start}${argument})`;
  const write = explode ? 'writeExplodedForm' : 'writeForm';
  return code`${importRuntimeValue('write/query-styles', write)}${start}${argument}${encode})`;
}
