import { type Code, code } from '../../typescript/code.js';
import type { ValuePlan } from '../../wire/plan.js';
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
