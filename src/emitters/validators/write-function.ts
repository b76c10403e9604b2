import type { Schema } from '../../model/schema.js';
import { type Code, type CodePart, code, type Reference } from '../../typescript/code.js';
import { importRuntimeType } from '../runtime-references.js';
import { allKinds } from './analysis/kinds.js';
import { importAssertion } from './assertions.js';
import { type Callee, type Environment, FunctionContext, type Site, type WriteSchema } from './context.js';
import type { FunctionText, Shape } from './function-memory.js';
import { isRefusal, joinLines } from './lines.js';
import { isLocal, nameLocal } from './local-names.js';
import type { ModuleWriter } from './module-writer.js';
import { hasSameRules, type Rules } from './rules.js';
import { hasSameAnchors, type Scope } from './scope.js';

/** What a function checks, and its module. */
export interface WantedFunction {
  readonly schema: Schema;
  readonly rules: Rules;
  readonly scope: Scope;
  readonly shape: Shape;
  readonly module: ModuleWriter;
}

/** A function that is planned. */
export interface PlannedFunction extends Callee, WantedFunction {
  /** Whether its module does not export it. */
  readonly local: boolean;
  /** The type that a public guard narrows to. */
  readonly guarded: Reference | undefined;
  /** Writes its body. Absent for a part of a function that was not written in this run. */
  readonly write: ((site: Site) => void) | undefined;
}

/** Finds the function of a schema among those that are planned for it. */
export function findPlanned(all: readonly PlannedFunction[], wanted: WantedFunction): PlannedFunction | undefined {
  const { rules, scope, shape, module } = wanted;
  for (const planned of all)
    if (
      planned.shape === shape &&
      planned.module === module &&
      hasSameRules(planned.rules, rules) &&
      hasSameAnchors(planned.scope, scope)
    )
      return planned;
  return undefined;
}

const findingsType = importRuntimeType('findings', 'Findings');

/** Writes a function, and returns it with what it refers to. */
export function writeFunction(
  planned: PlannedFunction,
  program: Environment,
  writeSchema: WriteSchema,
): { readonly text: FunctionText; readonly used: readonly Reference[] } {
  const { schema, rules, scope, shape, module, deep } = planned;
  const context = new FunctionContext({ program, module, shape, rules, deep, schema }, writeSchema);
  const name = nameLocal('value');
  writeStart(context);
  planned.write?.({ context, value: { name, kinds: allKinds }, path: [], scope, root: schema, keyword: 'false' });
  const { lines: body, used } = context.lines.print();
  const nameOf = (given: Reference): string => `${used.has(given) ? '' : '_'}${given.name}`;
  const parameter = (given: Reference, type: CodePart): Code => code`${nameOf(given)}: ${type}`;
  const collecting = [parameter(context.found, code`${findingsType}`), parameter(context.at, 'string')];
  const isComplete = shape === 'collect' || body.slice(-1).some(isAnswer);
  const { guarded } = planned;
  const text: FunctionText = {
    name: planned.reference.name,
    local: planned.local,
    parameters: [
      parameter(name, 'unknown'),
      ...(shape === 'collect' ? collecting : []),
      ...(deep && shape === 'guard' ? [parameter(context.depth, 'number')] : []),
    ],
    returns: shape === 'collect' ? code`void` : guarded ? code`${nameOf(name)} is ${guarded}` : code`boolean`,
    body: [joinLines(isComplete ? body : [...body, code`return true;`])],
  };
  return { text, used: [...used.keys()].filter((reference) => !isLocal(reference)) };
}

// Writes the checks of a function that precede those of the value.
function writeStart({ program, shape, deep, schema, lines, depth, found }: FunctionContext): void {
  const { recursive } = program.places.facts(schema);
  if (shape === 'guard' && deep && recursive)
    lines.add(code`if (${depth} > ${importAssertion('deepest')}) throw ${importAssertion('tooDeep')};`);
  if (shape === 'collect' && (recursive || program.places.isRepeated(schema)))
    lines.add(code`if (${found}.isFull) return;`);
}

// Returns whether a line returns for every value.
function isAnswer(line: Code): boolean {
  const [text] = line.parts;
  return isRefusal(line) || (typeof text === 'string' && text.startsWith('return '));
}
