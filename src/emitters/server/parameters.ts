import type { Operation, Parameter } from '../../model/api.js';
import { type Code, code, encodeString, type LiteralMember, printFilled, printObject } from '../../typescript/code.js';
import { encodeWireJson } from '../../typescript/encode-wire.js';
import type { Repeatable } from '../../typescript/share-repeated.js';
import type { OperationPlan, ParameterPlan } from '../../wire/plan.js';
import { importRuntimeType, importRuntimeValue } from '../runtime-references.js';
import type { ServerInput } from './declared-names.js';
import { listReading } from './print-value.js';
import { listKeyNamesInQuery } from './security.js';

/** Returns the name of a parameter in the arguments of the handler. */
export function nameMember(parameter: Parameter, operation: Operation, { names }: ServerInput): string {
  return names.operations.get(operation)?.parameters.get(parameter) ?? parameter.writtenName;
}

/** Lists the plans of the parameters of an operation. Several operations may have the same ones. */
export function listParameterRows({ operation, parameters, path }: OperationPlan, input: ServerInput): Repeatable[] {
  const inPath = path.flatMap((part) => ('parameter' in part ? [part.parameter] : []));
  return parameters.map((parameter) => ({
    name: `${nameMember(parameter.parameter, operation, input)}Parameter`,
    type: code`${importRuntimeType('server/parameters', 'DeclaredParameter')}`,
    value: printParameter(parameter, inPath.indexOf(parameter), operation, input),
  }));
}

/** Lists what the plan of the parameters of an operation contains beside the parameters. */
export function listBesideParameters({ operation, query }: OperationPlan): LiteralMember[] {
  const more = operation.notShown.find((gap) => gap.kind === 'parameters');
  const others = [...listKeyNamesInQuery(operation), ...listPairs(query).map(([name]) => name)];
  return [
    ['more', more && encodeString(more.id)],
    ['otherQueryNames', printFilled(others.map(encodeString))],
  ];
}

/** Lists the decoded names and values of the query in a path template. */
export function listPairs(query: string | undefined): [name: string, value: string][] {
  return [...new URLSearchParams(query ?? '')];
}

function printParameter(plan: ParameterPlan, index: number, operation: Operation, input: ServerInput): Code {
  const { parameter, value, held, default: filled } = plan;
  const { wireName, requires, required } = parameter;
  return printObject([
    ['key', encodeString(nameMember(parameter, operation, input))],
    ['in', encodeString(parameter.location)],
    ['name', wireName.shown ? encodeString(wireName.value) : code`{ gap: ${encodeString(wireName.gap.id)} }`],
    ['index', index > 0 ? String(index) : undefined],
    ['required', required ? 'true' : undefined],
    ...listReading(value, held.schema, input),
    [
      'default',
      filled === undefined
        ? undefined
        : encodeWireJson(filled, held.schema && input.types.conversions.planOf(held.schema)),
    ],
    [
      'requires',
      requires &&
        printObject([
          ['header', encodeString(requires.header)],
          ['isSame', importRuntimeValue('values/same-json', 'isSameJson')],
        ]),
    ],
  ]);
}
