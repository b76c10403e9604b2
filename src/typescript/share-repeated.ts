import { UniqueNames } from '../model/unique-names.js';
import { type Code, formatCode, isIdentifier, toCode } from './code.js';
import type { TsFile } from './ts-file.js';

/** A value that a module may contain several times, and the constant that it becomes in that case. */
export interface Repeatable {
  /**
   * The preferred name of the constant. If several constants have the same name, a number is appended. A text that is
   * not an identifier becomes `shared`.
   */
  readonly name: string;
  readonly type: Code;
  readonly value: Code;
}

/** Shorter values are not shared, because a name would not be shorter to read. */
const leastLength = 40;

/**
 * Declares each value that occurs several times as a constant of the module. Returns a function that replaces a value
 * of the list by the name of its constant, if it has one.
 */
export function collectRepeated(file: TsFile, values: readonly Repeatable[]): (value: Code) => Code {
  const groups = new Map<string, Repeatable[]>();
  for (const each of values) {
    const key = formatCode(each.value);
    const group = groups.get(key);
    if (group) group.push(each);
    else groups.set(key, [each]);
  }
  const constants = new Map<Code, Code>();
  const names = new UniqueNames();
  for (const [key, group] of groups) {
    const [first] = group;
    if (!first || group.length < 2 || key.length < leastLength) continue;
    const name = names.take(isIdentifier(first.name) ? first.name : 'shared');
    file.addConstant({ name, local: true, type: first.type, value: first.value });
    for (const { value } of group) constants.set(value, toCode(name));
  }
  return (value) => constants.get(value) ?? value;
}
