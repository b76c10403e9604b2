import { findDelimiter } from '../../model/styles.js';
import { type Code, code, encodeString } from '../../typescript/code.js';
import type { StylePlan } from '../../wire/plan.js';
import { importRuntimeValue } from '../runtime-references.js';

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
