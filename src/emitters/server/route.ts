import { type Code, code, type Reference } from '../../typescript/code.js';
import { encodeString } from '../../typescript/encode.js';
import { type LiteralMember, printArray, printObject } from '../../typescript/print-literal.js';
import type { Repeatable } from '../../typescript/share-repeated.js';
import type { OperationPlan } from '../../wire/plan.js';
import { importRuntimeType } from '../runtime-references.js';
import { findIdentifier } from './contract.js';
import { listBesideParameters, listPairs, listParameterRows } from './parameters.js';
import { printContentPlan } from './received-content.js';
import { printReplies } from './reply-content.js';
import { printSecurity } from './security.js';
import type { ServerInput } from './server-input.js';

/** The route of an operation, except its errors. Other operations may have the same parameters and replies. */
interface RouteParts {
  /** What precedes and follows the parameters. */
  readonly call: readonly LiteralMember[];
  readonly content: readonly LiteralMember[];
  readonly parameters: readonly Repeatable[];
  readonly besideParameters: readonly LiteralMember[];
  readonly replies: Repeatable;
}

/** Lists the parts of the route of an operation. */
export function listRouteParts(plan: OperationPlan, input: ServerInput): RouteParts {
  const { operation, body, responses } = plan;
  const identifier = findIdentifier(operation, input.names);
  const query = listPairs(plan.query);
  const call: LiteralMember[] = [
    ['operation', encodeString(identifier)],
    ['method', encodeString(operation.method)],
    ['query', query.length > 0 ? printArray(query.map((pair) => printArray(pair.map(encodeString)))) : undefined],
    ['security', printSecurity(operation, input)],
  ];
  const parameters = listParameterRows(plan, input);
  const bodyCode =
    body &&
    printObject([
      ['required', body.required ? 'true' : undefined],
      ['alternatives', printArray(body.alternatives.map((content) => printContentPlan(content, input)))],
    ]);
  const content: LiteralMember[] = [
    ['body', bodyCode],
    ['accept', printArray(listSuccessTypes(plan).map(encodeString))],
  ];
  const type = code`${importRuntimeType('server-route', 'ServerRoute')}['replies']`;
  const replies = { name: `${identifier}Replies`, type, value: printReplies(responses, input) };
  return { call, content, parameters, besideParameters: listBesideParameters(plan), replies };
}

/** Prints how the requests of an operation are read and its replies written. */
export function printRoute(
  { call, content, parameters, besideParameters, replies }: RouteParts,
  share: (value: Code) => Code,
  errors: Reference,
): Code {
  const rows = parameters.map(({ value }) => share(value));
  return printObject([
    ...call,
    ['parameters', printObject([['list', printArray(rows)], ...besideParameters])],
    ...content,
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
