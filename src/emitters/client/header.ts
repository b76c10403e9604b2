import { type Code, code } from '../../typescript/code.js';
import type { ValuePlan } from '../../wire/plan.js';
import { runtimeValue } from '../runtime-references.js';

/** Tells whether browsers set a header themselves, and leave away what they are given (WHATWG Fetch, 2.2.2). */
export function isSetByBrowsers(name: string): boolean {
  return setByBrowsers.test(name);
}

const setByBrowsers =
  /^(accept-(charset|encoding)|access-control-request-.*|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|via|(proxy|sec)-.*)$/i;

/** Writes the call that puts a header on a request, or on a part of one; `isWritten`: what is JSON is its text already. */
export function headerCode(value: ValuePlan, name: string, argument: Code, isWritten: boolean): Code {
  if (/^'__proto__'$/i.test(name)) return code`${runtimeValue('write-header', 'refuseHeader')}(${name}, ${argument})`;
  if (value.by !== 'style') {
    const write = isWritten
      ? code`${runtimeValue('write-header-text', 'escapeHeader')}(${argument})`
      : code`${runtimeValue('write-header', 'headerJson')}(${name}, ${argument})`;
    const text = value.by === 'json' ? write : argument;
    return code`${runtimeValue('client', 'setHeader')}(draft, ${name}, ${text})`;
  }
  return value.hasParts
    ? code`${runtimeValue('write-header', 'writeHeader')}(draft, ${name}, ${argument}, ${String(value.explode)})`
    : code`${runtimeValue('client', 'setHeader')}(draft, ${name}, ${argument})`;
}
