import { buildChildOrigin } from '../../diagnostics/origin.js';
import type { Parameter } from '../../model/api.js';
import type { BuildContext, Node } from '../context.js';
import type { ObjectReader } from '../object-reader.js';
import { readParameter } from './parameter.js';

/** A parameter, and the place of its entry in the list, which may be a reference. */
interface Entry {
  readonly node: Node;
  readonly parameter: Parameter;
}

/** Reads the parameters of a path item or an operation. If two have the same name and location, the first counts. */
export function readParameters(
  reader: ObjectReader<'Path Item Object'> | ObjectReader<'Operation Object'>,
): Parameter[] {
  const { context } = reader;
  const entries: Entry[] = [];
  for (const node of reader.list('parameters') ?? []) {
    const parameter = readParameter(context, node);
    if (!parameter) continue;
    const first = entries.find((entry) => isSame(entry.parameter, parameter));
    if (first) reportRepeated(context, node, parameter, first.parameter);
    else entries.push({ node, parameter });
  }
  return entries.map((entry) => entry.parameter);
}

/**
 * Returns the parameters of an operation: first those of its path item, then its own. A parameter of the operation
 * takes the place of one of the path item with the same name and location.
 */
export function mergeParameters(own: readonly Parameter[], inherited: readonly Parameter[]): Parameter[] {
  const replaced = inherited.map((parameter) => own.find((one) => isSame(one, parameter)) ?? parameter);
  return [...replaced, ...own.filter((parameter) => !replaced.includes(parameter))];
}

/** Reports a parameter for the whole query if the query also has other parameters (OpenAPI 3.2, 4.12.1). */
export function checkWholeQuery(context: BuildContext, parameters: readonly Parameter[]): void {
  const ofQuery = parameters.filter(({ location }) => location === 'query' || location === 'querystring');
  const whole = ofQuery.find(({ location }) => location === 'querystring');
  if (!whole || ofQuery.length === 1) return;
  context.report('beside-whole-query', whole.origin, { name: whole.writtenName });
}

function isSame(a: Parameter, b: Parameter): boolean {
  if (a.location !== b.location) return false;
  // Names of headers are case-insensitive (RFC 9110, 5.1).
  const fold = (name: string): string => (a.location === 'header' ? name.toLowerCase() : name);
  return fold(a.writtenName) === fold(b.writtenName);
}

function reportRepeated(
  context: BuildContext,
  node: Node,
  { origin, writtenName, location, wireName }: Parameter,
  first: Parameter,
): void {
  if (wireName.shown)
    context.report('repeated-parameter', node.origin, { name: writtenName, location, first: first.writtenName });
  else context.report('placeholder-repeated', buildChildOrigin(origin, 'name'), { name: writtenName });
}
