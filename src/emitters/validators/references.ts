import type { Schema } from '../../model/schema.js';
import { type Code, code, encodeString, type Reference } from '../../typescript/code.js';
import { isAcceptingAll } from './analysis/kinds.js';
import { splitList } from './body.js';
import { printCall } from './expression.js';
import { type FunctionContext, printPath, printPointer, type Site } from './program.js';

/**
 * Prints the call of a schema's function, and plans the function if necessary. `isReferred`: a `$ref` leads to the
 * schema.
 */
export function printCallStatement(site: Site, schema: Schema, isReferred: boolean = false): void {
  const { context, value } = site;
  if (isAcceptingAll(schema)) return;
  if (context.shape === 'guard') {
    const { bad } = printCall(context, value, schema);
    context.lines.addIf(bad, 'return false;');
    context.markNarrowed(value);
    return;
  }
  const { reference } = context.planCall(schema, 'collect');
  const at = printTarget(context, schema, isReferred);
  const print = (): void => printCollecting(site, reference, at, isCollectedOnce(context, schema));
  if (!isAskedFirst(context, schema)) print();
  else context.lines.blockIf(printCall(context, value, schema).bad, print);
}

/** Returns whether a value can touch a gap of a schema, so that its guard alone is not enough. */
export function canReport({ program }: FunctionContext, schema: Schema): boolean {
  const { places } = program;
  const facts = places.facts(program.findTarget(schema));
  return facts.has('values') || (places.presence !== undefined && facts.has('properties'));
}

// Returns whether a collector caches its findings. It does if several paths lead to the schema and a guard cannot
// decide.
function isCollectedOnce(context: FunctionContext, schema: Schema): boolean {
  return canReport(context, schema) && context.program.places.isRepeated(context.program.findTarget(schema));
}

/**
 * Returns whether a guard is called before the failures of a part are collected. The guard of a recursive schema must
 * cache its results for this. Otherwise it would check each part once per level of its depth.
 */
export function isAskedFirst(context: FunctionContext, schema: Schema): boolean {
  const { places } = context.program;
  const target = context.program.findTarget(schema);
  const facts = places.facts(target);
  const isLinear = !facts.has('recursive') || places.isRepeated(target);
  return isLinear && !facts.has('values') && !isCollectedOnce(context, schema);
}

/** Prints the code for the members of a list. Splits a longer list into functions for `mostListed` members each. */
export function printInParts<Member>(
  site: Site,
  members: readonly Member[],
  print: (site: Site, part: readonly Member[]) => void,
): void {
  const parts = splitList(members);
  const { root, keyword } = site;
  if (parts.length > 1)
    for (const part of parts) printPartCall(site, (inner) => print({ ...inner, root, keyword }, part));
  else if (members.length > 0) print(site, members);
}

/** Puts the output of `print` into a separate function, and prints its call. */
export function printPartCall(site: Site, print: (site: Site) => void): void {
  const { context, value } = site;
  const { reference } = context.program.planPart(context, print);
  if (context.shape === 'guard')
    context.lines.addIf(code`!${reference}(${value.name}${context.depthArgument})`, 'return false;');
  else printCollecting(site, reference, code`${context.at}`);
}

function printCollecting({ context, path, value }: Site, collect: Reference, at: Code, isOnce = false): void {
  const { found, lines } = context;
  if (path.length === 0 && !isOnce) lines.add(code`${collect}(${value.name}, ${found}, ${at});`);
  else lines.add(code`${found}.${isOnce ? 'once' : 'inside'}(${printPath(path)}, ${collect}, ${value.name}, ${at});`);
}

/** Prints the JSON pointer of the schema that a call checks. `isReferred`: a `$ref` leads to the schema. */
export function printTarget(context: FunctionContext, schema: Schema, isReferred: boolean): Code {
  const target = context.program.findTarget(schema);
  if (!isReferred && target === schema) return printPointer(context, schema);
  return code`${encodeString(context.program.formatPointer(target))}`;
}
