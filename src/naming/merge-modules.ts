import { findAllowedTypes } from '../model/allowed-types.js';
import { typeSets } from '../model/json-type.js';
import type { Schema } from '../model/schema.js';
import type { SchemaParts } from '../model/schema-parts.js';
import { UniqueNames } from '../model/unique-names.js';
import type { SchemaNames } from './names.js';

/** The modules that each module imports directly. */
type ModuleGraph = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The maximum length of a chain of modules that import each other. TypeScript 5.9 and 6 read 1,200 of them without a
 * stack overflow.
 */
const longestChain = 800;

/**
 * Declares schemas in a common module if their separate modules could form a chain of imports that is too long for
 * compilers. Compilers follow imports by recursion.
 */
export function mergeDeepModules(
  named: ReadonlyMap<Schema, SchemaNames>,
  all: SchemaParts,
): ReadonlyMap<Schema, SchemaNames> {
  const modules = new Set([...named.values()].map(({ module }) => module));
  if (modules.size <= longestChain) return named;
  const deep = findDeepModules(buildGraph(named, all));
  return merge(named, 'types/related', ({ module }) => deep.has(module));
}

/**
 * Declares the component schemas of strings, numbers and booleans without a list of values in a common module: each is
 * one line, such as `export type Id = string`.
 */
export function mergeScalarModules(
  named: ReadonlyMap<Schema, SchemaNames>,
  all: SchemaParts,
): ReadonlyMap<Schema, SchemaNames> {
  const components = [...named].filter(([{ component }]) => component !== undefined).map(([, names]) => names);
  const scalars = new Set(components.filter(({ schema }) => isScalar(schema, named, all)));
  return merge(named, 'types/scalars', (names) => scalars.has(names));
}

function isScalar(schema: Schema, named: ReadonlyMap<Schema, SchemaNames>, all: SchemaParts): boolean {
  if (schema.kind !== 'keywords') return false;
  const inside = new Set<Schema>([schema]);
  for (const each of inside) {
    const isListing = each.kind === 'keywords' && (each.enum ?? each.const) !== undefined;
    if (isListing || (each !== schema && named.has(each))) return false;
    for (const part of all.get(each) ?? []) inside.add(part.schema);
  }
  const types = findAllowedTypes(schema);
  return types !== 0 && (types & (typeSets.object | typeSets.array)) === 0;
}

function merge(
  named: ReadonlyMap<Schema, SchemaNames>,
  wanted: string,
  isMerged: (names: SchemaNames) => boolean,
): ReadonlyMap<Schema, SchemaNames> {
  const all = new Set(named.values());
  const module = new UniqueNames([...all].map((names) => names.module)).take(wanted);
  // Maps each old object of names to the new one. So schemas that shared an old object also share the new one.
  const merged = new Map([...all].map((names) => [names, isMerged(names) ? { ...names, module } : names]));
  return new Map([...named].map(([schema, names]) => [schema, merged.get(names) ?? names]));
}

function buildGraph(named: ReadonlyMap<Schema, SchemaNames>, all: SchemaParts): ModuleGraph {
  const graph = new Map<string, Set<string>>();
  for (const [schema, { module }] of named) {
    const targets = graph.get(module) ?? new Set();
    graph.set(module, targets);
    const inside = new Set([schema]);
    const add = (next: Schema): void => {
      const target = named.get(next);
      if (target) targets.add(target.module);
      // No module is imported for a schema without parts.
      else if (all.get(next)?.length) inside.add(next);
    };
    for (const each of inside) {
      for (const part of all.get(each) ?? []) add(part.schema);
      if (each.kind !== 'keywords' || !each.discriminator?.inheritance) continue;
      const { base, children } = each.discriminator.inheritance;
      add(base);
      for (const child of children) add(child.schema);
    }
  }
  return graph;
}

// A chain may contain every module of a circle. So the longest chain through a circle consists of the modules of the
// circle, and of the longest chains to it and from it.
function findDeepModules(graph: ModuleGraph): ReadonlySet<string> {
  const circles = listCircles(graph);
  const lengthOf = (circle: number): number => circles[circle]?.length ?? 0;
  const circleOf = new Map(circles.flatMap((circle, index) => circle.map((module) => [module, index] as const)));
  const next = circles.map((circle, index) => {
    const targets = circle.flatMap((module) => [...(graph.get(module) ?? [])]);
    return new Set(targets.flatMap((module) => circleOf.get(module) ?? []).filter((target) => target !== index));
  });
  const before = circles.map(() => 0);
  const after = circles.map(() => 0);
  for (const [index, targets] of next.entries())
    for (const target of targets)
      before[target] = Math.max(before[target] ?? 0, (before[index] ?? 0) + lengthOf(index));
  for (const [index, targets] of [...next.entries()].reverse())
    for (const target of targets) after[index] = Math.max(after[index] ?? 0, (after[target] ?? 0) + lengthOf(target));
  const deep = circles.filter(
    (circle, index) => (before[index] ?? 0) + circle.length + (after[index] ?? 0) > longestChain,
  );
  // The modules of operations import modules of schemas. Few modules import those of operations.
  return new Set(deep.flat().filter((module) => !module.startsWith('types/operations/')));
}

// Lists the strongly connected components, each before those to which it leads (Kosaraju's algorithm).
function listCircles(graph: ModuleGraph): (readonly string[])[] {
  const holders = new Map([...graph.keys()].map((module) => [module, new Set<string>()]));
  for (const [module, targets] of graph) for (const target of targets) holders.get(target)?.add(module);
  const seen = new Set<string>();
  const order = [...graph.keys()].flatMap((module) => listPostOrder(module, graph, seen)).reverse();
  const taken = new Set<string>();
  return order.flatMap((module) => {
    const circle = listPostOrder(module, holders, taken);
    return circle.length > 0 ? [circle] : [];
  });
}

// Uses no recursion, because chains can be long.
function listPostOrder(start: string, graph: ModuleGraph, seen: Set<string>): string[] {
  if (seen.has(start)) return [];
  seen.add(start);
  const found: string[] = [];
  const path = [{ module: start, next: (graph.get(start) ?? new Set<string>()).values() }];
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const { done, value } = top.next.next();
    if (done) {
      found.push(top.module);
      path.pop();
    } else if (!seen.has(value)) {
      seen.add(value);
      path.push({ module: value, next: (graph.get(value) ?? new Set<string>()).values() });
    }
  }
  return found;
}
