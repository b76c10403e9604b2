import { type Code, code, type Reference } from '../../typescript/code.js';
import { encodeString } from '../../typescript/encode.js';
import { printArray, printObject } from '../../typescript/print-literal.js';
import type { Repeatable } from '../../typescript/share-repeated.js';
import type { OperationPlan } from '../../wire/plan.js';
import { importRuntimeType } from '../runtime-references.js';
import { findIdentifier } from './contract.js';
import { listPairs, listParameterRows, printParameters } from './parameters.js';
import { printContentPlan } from './received-content.js';
import { printReplies } from './reply-content.js';
import { printSecurity } from './security.js';
import type { ServerInput } from './server-input.js';

/** The route of an operation. Other operations may have the same parameters and replies. */
interface RouteParts {
  readonly plan: OperationPlan;
  readonly parameters: readonly Repeatable[];
  readonly replies: Repeatable;
  readonly errors: Reference;
}

/** Lists the parts of the route of an operation. */
export function listRouteParts(plan: OperationPlan, errors: Reference, input: ServerInput): RouteParts {
  const replies = {
    name: `${findIdentifier(plan.operation, input.names)}Replies`,
    type: code`${importRuntimeType('server-route', 'ServerRoute')}['replies']`,
    value: printReplies(plan.responses, input),
  };
  return { plan, parameters: listParameterRows(plan, input), replies, errors };
}

/** Prints how the requests of an operation are read and its replies written. */
export function printRoute(route: RouteParts, share: (value: Code) => Code, input: ServerInput): Code {
  const { plan, parameters, replies, errors } = route;
  const { operation, body } = plan;
  const query = listPairs(plan.query);
  return printObject([
    ['operation', encodeString(findIdentifier(operation, input.names))],
    ['method', encodeString(operation.method)],
    ['query', query.length > 0 ? printArray(query.map((pair) => printArray(pair.map(encodeString)))) : undefined],
    ['security', printSecurity(operation, input)],
    [
      'parameters',
      printParameters(
        plan,
        parameters.map(({ value }) => share(value)),
      ),
    ],
    [
      'body',
      body &&
        printObject([
          ['required', body.required ? 'true' : undefined],
          ['alternatives', printArray(body.alternatives.map((content) => printContentPlan(content, input)))],
        ]),
    ],
    ['accept', printArray(listSuccessTypes(plan).map(encodeString))],
    ['replies', share(replies.value)],
    ['errors', errors],
  ]);
}

// A success without content satisfies every `Accept` header.
function listSuccessTypes({ responses, successes }: OperationPlan): string[] {
  const found = responses.filter(({ status }) => successes.includes(status));
  if (found.some(({ alternatives }) => alternatives.length === 0)) return [];
  return [...new Set(found.flatMap(({ alternatives }) => alternatives.map(({ mediaType }) => mediaType.mediaType)))];
}
