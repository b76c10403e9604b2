import { type Code, code, type Reference, valueReference } from '../../typescript/code.js';
import { encodeString } from '../../typescript/encode.js';
import { TsFile } from '../../typescript/ts-file.js';
import type { OperationPlan } from '../../wire/plan.js';
import type { EmitInput } from '../emitter.js';
import type { ErrorFormsOf } from './error-forms.js';
import { addHandlerTypes } from './handler-types.js';
import { listPairs, printParameters } from './parameters.js';
import { printArray, printObject } from './print-literal.js';
import { runtimeType } from './print-value.js';
import { printContentPlan } from './received-content.js';
import { printReplies } from './reply-content.js';
import { printSecurity } from './security.js';

/** Refers to the route of an operation. */
export function routeOf({ operation }: OperationPlan, { names }: EmitInput): Reference {
  const named = names.operations.get(operation);
  if (!named) throw new Error(`the operation at ${operation.origin.pointer} has no name`);
  return valueReference(`server/${named.file}`, named.identifier);
}

/** Builds the module of one operation: the types of its handler, and its route. */
export function buildOperationModule(plan: OperationPlan, errors: ErrorFormsOf, input: EmitInput): TsFile {
  const route = routeOf(plan, input);
  const file = new TsFile(route.module);
  addHandlerTypes(file, plan, input);
  file.addConstant({
    name: route.name,
    doc: 'How its requests are read and its replies written.',
    type: code`${runtimeType('server-route', 'ServerRoute')}`,
    value: printRoute(route.name, plan, errors, input),
  });
  return file;
}

function printRoute(name: string, plan: OperationPlan, errors: ErrorFormsOf, input: EmitInput): Code {
  const { operation, body } = plan;
  const query = listPairs(plan.query);
  return printObject([
    ['operation', encodeString(name)],
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
