import type { Schema } from '../../model/schema.js';
import { type Code, code } from '../../typescript/code.js';
import { encodeString } from '../../typescript/encode.js';
import { acceptsAll } from './analysis/checked-keywords.js';
import { runtime } from './assertions.js';
import { type FunctionContext, pathCode, pointerCode, type Site } from './context.js';
import { writeCall } from './expression.js';

/** Writes the check against a schema that has a function of its own, or now gets one; `isReferred` where `$ref` leads to it. */
export function writeCallStatement(site: Site, schema: Schema, isReferred: boolean = false): void {
  const { context, value } = site;
  if (acceptsAll(schema)) return;
  if (context.shape === 'guard') {
    const { bad } = writeCall(context, value, schema, site.scope);
    context.lines.add(code`if (${bad}) return false;`);
    context.markNarrowed(value);
    return;
  }
  const { reference, deep } = context.program.functionOf(schema, context.rules, site.scope, 'collect', context);
  const at = targetCode(context, schema, isReferred);
  const depth = deep ? context.depthArgument : [];
  const isAsked = isAskedFirst(context, schema);
  // What the guard cannot decide is collected, once for each value where several ways lead to the schema.
  const isOnce = !isAsked && context.program.places.isRepeated(context.program.targetOf(schema));
  const call = isOnce
    ? code`${runtime('collectOnce')}(${reference}, ${value.name}, ${context.found}, ${at}${depth});`
    : code`${reference}(${value.name}, ${context.found}, ${at}${depth});`;
  const write = (): void => writeCollecting(site, call);
  if (!isAsked) write();
  else context.lines.block(code`if (${writeCall(context, value, schema, site.scope).bad})`, write);
}

/**
 * Returns whether a guard is asked before the failures of a part are looked for. The guard of a recursive schema would
 * check each part as often as the part is deep, unless it remembers its answers.
 */
export function isAskedFirst({ program, rules }: FunctionContext, schema: Schema): boolean {
  const { recursive, values } = program.places.facts(program.targetOf(schema));
  const isLinear = !recursive || program.places.isRepeated(program.targetOf(schema));
  return isLinear && !rules.excused && (!values || rules.closed);
}

/** Puts what `write` writes about the value into a function of its own, and calls that. */
export function writePartCall(site: Site, write: (site: Site) => void): void {
  const { context, value } = site;
  const { reference } = context.program.partOf(site, write);
  const depth = context.deep ? code`, ${context.depth}` : code``;
  if (context.shape === 'guard') context.lines.add(code`if (!${reference}(${value.name}${depth})) return false;`);
  else writeCollecting(site, code`${reference}(${value.name}, ${context.found}, ${context.at}${depth});`);
}

function writeCollecting({ context, path }: Site, call: Code): void {
  if (path.length === 0) {
    context.lines.add(call);
    return;
  }
  const before = context.names.name('start');
  context.lines.add(code`const ${before} = ${context.found}.length;`);
  context.lines.add(call);
  context.lines.add(
    code`if (${context.found}.length > ${before}) ${runtime('putUnder')}(${context.found}, ${before}, ${pathCode(path)});`,
  );
}

/** Writes the JSON pointer of the schema that a call is about, which `$ref` leads to where `isReferred`. */
export function targetCode(context: FunctionContext, schema: Schema, isReferred: boolean): Code {
  const target = context.program.targetOf(schema);
  if (!isReferred && target === schema) return pointerCode(context, schema);
  return code`${encodeString(context.program.pointerOf(target))}`;
}
