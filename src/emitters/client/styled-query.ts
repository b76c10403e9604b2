import { findDelimiter } from '../../model/styles.js';
import { type Code, code } from '../../typescript/code.js';
import { encodeString } from '../../typescript/encode.js';
import type { StylePlan } from '../../wire/plan.js';
import { importRuntimeValue } from '../runtime-references.js';

/** Prints the call that adds a value to a query or a form by its style. */
export function printStyledQuery(value: StylePlan, target: string, name: string, argument: Code): Code {
  const { style, explode, allowReserved, hasParts } = value;
  const start = `(${target}, ${name}, `;
  const encode = allowReserved ? code`, ${importRuntimeValue('write-parts', 'encodeReserved')}` : '';
  const delimiter = findDelimiter(style);
  if (delimiter !== undefined)
    return code`${importRuntimeValue('write-query-styles', 'writeDelimited')}${start}${argument}, ${encodeString(delimiter)}${encode})`;
  if (style === 'deepObject')
    return code`${importRuntimeValue('write-query-styles', 'writeDeep')}${start}${argument}${encode})`;
  return !hasParts && !allowReserved
    ? code`${importRuntimeValue('write-query', 'writeQuery')}${start}${argument})`
    : code`${importRuntimeValue('write-query-styles', 'writeForm')}${start}${argument}, ${String(explode)}${encode})`;
}
