import { listAppliedInPlace } from '../model/in-place.js';
import { findSchemaOfContent, type Operation } from '../model/operation.js';
import type { Findings } from './findings.js';
import type { OperationPlan, ParameterPlan } from './plan.js';

/** Plans the path template as it is sent: the path in order, and its literal query if there is one. */
export function planPath(
  operation: Operation,
  parameters: readonly ParameterPlan[],
  findings: Findings,
): Pick<OperationPlan, 'path' | 'query'> {
  const path: (OperationPlan['path'][number] & object)[] = [];
  let rest: string | undefined;
  for (const part of operation.path.parts) {
    if (rest !== undefined) rest += 'literal' in part ? part.literal : `{${part.parameter}}`;
    else if ('literal' in part) {
      const end = part.literal.search(/[?#]/);
      if (end >= 0) rest = part.literal.slice(end);
      path.push({ literal: encodePath(end < 0 ? part.literal : part.literal.slice(0, end)) });
    } else {
      const parameter = parameters.find(
        (plan) => plan.parameter.location === 'path' && plan.parameter.writtenName === part.parameter,
      );
      const before = path.at(-1);
      if (parameter && before && 'parameter' in before)
        path.splice(-1, 1, { ...before, end: findEnd(before.parameter, parameter, operation, findings) });
      path.push(parameter ? { parameter } : { literal: encodePath(`{${part.parameter}}`) });
    }
  }
  if (rest === undefined) return { path };
  const [query = ''] = rest.split('#', 1);
  return { path, ...(query.length > 1 && { query: encodePath(query.slice(1)) }) };
}

// OpenAPI does not say how adjacent parameters are separated. If the second one has no character with which it begins,
// the first one is read as short as its schema allows.
function findEnd(
  { parameter: first, value: before }: ParameterPlan,
  { parameter: second, value }: ParameterPlan,
  { pathItem }: Operation,
  findings: Findings,
): '.' | ';' | number {
  if (value.by === 'style' && value.style === 'label') return '.';
  if (value.by === 'style' && value.style === 'matrix') return ';';
  const schema = findSchemaOfContent(first.content);
  const applied = schema ? [...listAppliedInPlace([schema])] : [];
  const length = Math.max(1, ...applied.map((one) => (one.kind === 'keywords' ? (one.minLength ?? 0) : 0)));
  const finding = {
    variant: 'adjacent-parameters',
    first: first.writtenName,
    second: second.writtenName,
    length,
  } as const;
  findings.report('undefined-serialization', pathItem.origin, finding, { at: 'key' });
  const style = before.by === 'style' ? before.style : 'simple';
  const prefix = style === 'label' ? '.' : style === 'matrix' ? `;${first.writtenName}=` : '';
  return prefix.length + length;
}

// Encodes what a URL cannot contain (WHATWG URL, path percent-encode set) and keeps existing percent-encoding.
function encodePath(literal: string): string {
  return literal.replace(/[^\w!$&'()*+,\-./:;=@~%[\]|]|%(?![0-9a-f]{2})/giu, (character) =>
    /\p{Cs}/u.test(character) ? '%EF%BF%BD' : encodeURIComponent(character),
  );
}
