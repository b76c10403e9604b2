import { type Code, code } from '../../typescript/code.js';
import { encodeString } from '../../typescript/encode.js';
import { printArray, printObject } from '../../typescript/print-literal.js';
import type { OperationPlan } from '../../wire/plan.js';
import type { EmitInput } from '../emitter.js';
import { identifierOf } from './contract.js';
import type { ErrorFormsOf } from './error-forms.js';
import { listPairs, printParameters } from './parameters.js';
import { printContentPlan } from './received-content.js';
import { printReplies } from './reply-content.js';
import { printSecurity } from './security.js';

/** Prints how the requests of an operation are read and its replies written. */
export function printRoute(plan: OperationPlan, errors: ErrorFormsOf, input: EmitInput): Code {
  const { operation, body } = plan;
  const query = listPairs(plan.query);
  return printObject([
    ['operation', encodeString(identifierOf(operation, input.names))],
    ['method', encodeString(operation.method)],
    ['query', query.length > 0 ? printArray(query.map((pair) => printArray(pair.map(encodeString)))) : undefined],
    ['security', printSecurity(operation, input)],
    ['parameters', printParameters(plan, input)],
    [
      'body',
      body &&
        printObject([
          ['required', body.required ? 'true' : undefined],
          ['alternatives', printArray(body.alternatives.map((content) => printContentPlan(content, input)))],
        ]),
    ],
    ['accept', printArray(successTypes(plan).map(encodeString))],
    ['replies', printReplies(plan.responses, input)],
    ['errors', code`${errors(operation)}`],
  ]);
}

// A success without content can be given to any caller.
function successTypes({ responses, successes }: OperationPlan): string[] {
  const found = responses.filter(({ status }) => successes.includes(status));
  if (found.some(({ alternatives }) => alternatives.length === 0)) return [];
  return [...new Set(found.flatMap(({ alternatives }) => alternatives.map(({ mediaType }) => mediaType.mediaType)))];
}
