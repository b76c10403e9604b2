import type { Operation } from '../model/operation.js';
import type { OperationPlan, ParameterPlan } from './plan.js';

/** Plans the path template as it is sent: the path in order, and its literal query if there is one. */
export function planPath(
  operation: Operation,
  parameters: readonly ParameterPlan[],
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
      const plan = parameters.find(
        ({ parameter }) => parameter.location === 'path' && parameter.writtenName === part.parameter,
      );
      path.push(plan ? { parameter: plan } : { literal: encodePath(`{${part.parameter}}`) });
    }
  }
  if (rest === undefined) return { path };
  const [query = ''] = rest.split('#', 1);
  return { path, ...(query.length > 1 && { query: encodePath(query.slice(1)) }) };
}

// Encodes what a URL cannot contain (WHATWG URL, path percent-encode set) and keeps existing percent-encoding.
function encodePath(literal: string): string {
  return literal.replace(/[^\w!$&'()*+,\-./:;=@~%[\]|]|%(?![0-9a-f]{2})/giu, (character) =>
    /\p{Cs}/u.test(character) ? '%EF%BF%BD' : encodeURIComponent(character),
  );
}
