import { type Code, code } from '../../typescript/code.js';
import type { ValuePlan } from '../../wire/plan.js';
import { runtimeValue } from './runtime.js';
import { isPrimitive } from './styled-query.js';

/** Writes the call that puts a header on a request, or on a part of one; `isWritten`: what is JSON is its text already. */
export function headerCode(value: ValuePlan, name: string, argument: Code, isWritten: boolean): Code {
  if (value.by === 'media-type') {
    const write = isWritten
      ? code`${runtimeValue('write-header', 'escapeHeader')}(${argument})`
      : code`${runtimeValue('write-header', 'headerJson')}(${name}, ${argument})`;
    const text = value.body.format === 'json' ? write : argument;
    return code`${runtimeValue('client', 'setHeader')}(draft, ${name}, ${text})`;
  }
  return isPrimitive(value)
    ? code`${runtimeValue('client', 'setHeader')}(draft, ${name}, ${argument})`
    : code`${runtimeValue('write-header', 'writeHeader')}(draft, ${name}, ${argument}, ${String(value.explode)})`;
}
