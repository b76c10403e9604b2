import { kinds, type Statement } from './statement.js';

// From a use of a name, the compiler follows at most 2,000 steps back (TS2563). A branch takes up to two steps.
const mostBranches = 800;
// A branch has at least three characters, as ` ? ` does. So most functions need no search.
const leastLength = 3;
const branch = / (?:\|\||&&|\?) |\b(?:if|for) \(/g;

/**
 * Returns whether a module has a function with more branches than the compiler follows, such as one that an
 * emitter of a project prints. Its declarations still have their types.
 */
export function isTooLargeToCheck(statements: readonly Statement[]): boolean {
  return statements.some((statement) => statement.kind === kinds.function && hasManyBranches(statement.statements));
}

function hasManyBranches(statements: readonly string[]): boolean {
  let length = 0;
  for (const text of statements) length += text.length;
  if (length <= mostBranches * leastLength) return false;
  return (statements.join('\n').match(branch)?.length ?? 0) > mostBranches;
}
