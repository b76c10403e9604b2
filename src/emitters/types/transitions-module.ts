import { readEnumeration } from '../../model/allowed-types.js';
import type { Operation } from '../../model/api.js';
import type { KeywordSchema, Transition } from '../../model/schema.js';
import { UniqueNames } from '../../model/unique-names.js';
import { toUncapitalized } from '../../naming/identifiers.js';
import { type Code, code, encodeJson, encodeString } from '../../typescript/code.js';
import { printTypeOf } from '../../typescript/print-type.js';
import { compareText, TsFile } from '../../typescript/ts-file.js';
import type { EmitInput } from '../emitter.js';

/** The transitions of one status by one operation. */
interface Group {
  readonly schema: KeywordSchema;
  readonly operation: Operation;
  readonly transitions: readonly Transition[];
}

/**
 * Builds the module of the known transitions (`x-transitions`). For each operation, it has a table of the next states,
 * and a type guard of the states in which the operation may be called. It is empty if no transition is known.
 */
export function buildTransitionsModule(input: TypesInput): TsFile {
  const file = new TsFile('types/transitions');
  const groups = listGroups(input);
  const names = new UniqueNames();
  for (const group of groups) {
    const isShared = groups.some((other) => other !== group && other.operation === group.operation);
    const status = input.types.names.schemas.get(group.schema)?.types.response ?? 'Status';
    const operation = input.types.names.operations.get(group.operation)?.type ?? '';
    const name = names.take(isShared ? `${operation}From${status}` : operation);
    addGroup(file, name, group, input);
  }
  return file;
}

function listGroups({ api }: TypesInput): Group[] {
  const groups: Group[] = [];
  for (const schema of api.schemas) {
    if (schema.kind !== 'keywords' || !schema.transitions) continue;
    for (const operation of api.operations) {
      const transitions = schema.transitions.filter((one) => one.operation === operation.operationId);
      if (transitions.length > 0) groups.push({ schema, operation, transitions });
    }
  }
  return groups.sort((a, b) => compareText(a.operation.path.template, b.operation.path.template));
}

function addGroup(file: TsFile, name: string, { schema, operation, transitions }: Group, input: TypesInput): void {
  const states = [...new Set(transitions.map(({ from }) => from))];
  const known = readEnumeration(schema)?.known ?? [];
  const isTyped = input.types.names.schemas.has(schema) && states.every((state) => known.includes(state));
  const status = isTyped ? printTypeOf(schema, 'response', input.types.resolver) : code`string`;
  const shown = states.map(encodeString).join(' | ');
  const where = `\`${operation.method} ${operation.path.template}\``;
  const open = schema.notShown.filter(({ kind }) => kind === 'transitions').map(({ id }) => id);
  const more = open.length > 0 ? ` Not shown: whether there are more (${open.join(', ')}).` : '';
  const conditions = new Set(transitions.flatMap(({ condition }) => condition ?? []));
  const only = conditions.size > 0 ? ` Conditions: ${[...conditions].join(' ')}` : '';
  const table = `${toUncapitalized(name)}Transitions`;
  file.addConstant({
    name: table,
    doc: `The status after ${where}, by the status before it. \`to: null\` means that the resource is removed.${more}`,
    place: schema.origin,
    type: code`readonly ${printTableType(transitions, shown)}[]`,
    value: code`[\n${transitions.map((transition) => code`  ${printTransition(transition)},\n`)}]`,
  });
  file.addFunction({
    name: `can${name}`,
    doc: `Returns whether the documentation shows ${where} for a status.${only}${more}`,
    parameters: [code`status: ${status}`],
    returns: isTyped ? code`status is ${shown}` : code`boolean`,
    body: [code`return ${table}.some(({ from }) => from === status);`],
  });
}

function printTableType(transitions: readonly Transition[], states: string): Code {
  const targets = new Set(transitions.map(({ to }) => (to === null ? 'null' : encodeString(to))));
  return code`{ readonly from: ${states}; readonly to: ${[...targets].join(' | ')}; readonly effect?: string; readonly condition?: string }`;
}

function printTransition({ from, to, effect, condition }: Transition): Code {
  return code`${encodeJson({ from, to, ...(effect !== undefined && { effect }), ...(condition !== undefined && { condition }) })}`;
}

/** The input from which types are emitted. */
export type TypesInput = Pick<EmitInput, 'api' | 'types' | 'diagnostics' | 'onModule'>;
