import type { Schema } from '../../model/schema.js';
import { type Code, type CodePart, code, type Reference } from '../../typescript/code.js';
import { importRuntimeType } from '../runtime-references.js';
import { allKinds } from './analysis/kinds.js';
import { importAssertion } from './assertions.js';
import { type Callee, type Environment, FunctionContext, type Site, type WriteSchema } from './context.js';
import { parameters } from './local-names.js';
import type { FunctionText, ModuleWriter } from './module-writer.js';
import { hasSameRules, type Rules, type Shape } from './rules.js';

/** What a function checks, and its module. */
export interface WantedFunction {
  readonly schema: Schema;
  readonly rules: Rules;
  readonly shape: Shape;
  readonly module: ModuleWriter;
}

/** A function that is planned. */
export interface PlannedFunction extends Callee, WantedFunction {
  /** Whether its module does not export it. */
  readonly local: boolean;
  /** The type that a public guard narrows to. */
  readonly guarded: Reference | undefined;
  /** Writes its body. */
  readonly write: (site: Site) => void;
}

/** Finds the function of a schema among those that are planned for it. */
export function findPlanned(all: readonly PlannedFunction[], wanted: WantedFunction): PlannedFunction | undefined {
  const { rules, shape, module } = wanted;
  for (const planned of all)
    if (planned.shape === shape && planned.module === module && hasSameRules(planned.rules, rules)) return planned;
  return undefined;
}

/** A parameter, as functions that use it write it, and as others do. */
interface Parameter {
  readonly name: Reference;
  readonly used: Code;
  readonly unused: Code;
}

function buildParameter(name: Reference, type: CodePart): Parameter {
  return { name, used: code`${name.name}: ${type}`, unused: code`_${name.name}: ${type}` };
}

const value = buildParameter(parameters.value, 'unknown');
const depth = buildParameter(parameters.depth, 'number');
const found = buildParameter(parameters.found, importRuntimeType('findings', 'Findings'));
const at = buildParameter(parameters.at, 'string');

const nothing = code`void`;
const answer = code`boolean`;

/** Writes a function, and returns it with what it refers to. */
export function writeFunction(
  planned: PlannedFunction,
  program: Environment,
  writeSchema: WriteSchema,
): { readonly text: FunctionText; readonly used: readonly Reference[] } {
  const { schema, rules, shape, module, deep, guarded } = planned;
  const context = new FunctionContext({ program, module, shape, rules, deep, schema }, writeSchema);
  const { lines } = context;
  writeStart(context);
  const checked = { name: value.name, kinds: allKinds };
  planned.write({ context, value: checked, path: [], root: schema, keyword: 'false' });
  if (shape === 'guard' && !lines.isAnswered) lines.add('return true;');
  const { body, used, outer } = lines.print();
  const list = shape === 'collect' ? [value, found, at] : deep ? [value, depth] : [value];
  const narrowed = guarded && code`${used.has(value.name) ? '' : '_'}value is ${guarded}`;
  const text: FunctionText = {
    name: planned.reference.name,
    local: planned.local,
    parameters: list.map((each) => (used.has(each.name) ? each.used : each.unused)),
    returns: shape === 'collect' ? nothing : (narrowed ?? answer),
    body: [body],
  };
  return { text, used: outer };
}

// Writes the checks of a function that precede those of the value.
function writeStart({ program, shape, deep, schema, lines, depth, found }: FunctionContext): void {
  const { recursive } = program.places.facts(schema);
  if (shape === 'guard' && deep && recursive)
    lines.add(code`if (${depth} > ${importAssertion('deepest')}) throw ${importAssertion('tooDeep')};`);
  if (shape === 'collect' && (recursive || program.places.isRepeated(schema)))
    lines.add(code`if (${found}.isFull) return;`);
}
