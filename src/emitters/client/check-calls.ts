import type { Origin } from '../../diagnostics/origin.js';
import type { Parameter } from '../../model/api.js';
import type { OperationNames } from '../../naming/names.js';
import {
  code,
  encodePropertyKey,
  encodeString,
  type LiteralMember,
  printArray,
  printFilled,
  printObject,
} from '../../typescript/code.js';
import { collectRepeated, type Repeatable } from '../../typescript/share-repeated.js';
import { TsFile } from '../../typescript/ts-file.js';
import type { View } from '../../views/views.js';
import type { MediaPlan, OperationPlan, ParameterPlan } from '../../wire/plan.js';
import type { EmitInput } from '../emitter.js';
import {
  type Checker,
  listNamedChecks,
  printContentChecks,
  printHeaderChecks,
  printResponseRow,
} from '../message-checks.js';
import { importRuntimeType, importRuntimeValue } from '../runtime-references.js';
import { printGapReports } from '../types/contract.js';
import { findValidator } from '../validators/contract.js';

const runtimeModule = 'check/calls';

/** The checks of one operation as code, one per row. */
interface OperationRows {
  readonly identifier: string;
  readonly place: Origin;
  readonly parameters: readonly Repeatable[];
  readonly body: readonly LiteralMember[];
  readonly responses: readonly (readonly [status: string, row: Repeatable])[];
}

/**
 * Builds the module that checks calls with the validators. It is a separate module, so that only programs that use it
 * load the validators.
 */
export function buildCheckCallsModule(input: EmitInput): TsFile {
  const file = new TsFile('client/check-calls');
  const operations = [...input.plans.values()].flatMap((plan) => {
    const own = input.names.operations.get(plan.operation);
    return own ? [buildRows(plan, own, input)] : [];
  });
  const rows = operations.flatMap(({ parameters, responses }) => [...parameters, ...responses.map(([, row]) => row)]);
  const share = collectRepeated(file, rows);
  for (const { identifier, place, parameters, body, responses } of operations)
    file.addConstant({
      name: `${identifier}Checks`,
      doc: `The checks of requests and responses of \`${identifier}\`.`,
      place,
      type: code`${importRuntimeType(runtimeModule, 'CallChecks')}`,
      value: printObject([
        ['request', printObject([['parameters', printFilled(parameters.map(({ value }) => share(value)))], ...body])],
        ['responses', printObject(responses.map(([status, { value }]) => [status, share(value)]))],
      ]),
    });
  file.addConstant({
    name: 'checks',
    local: true,
    type: code`{ readonly [operation: string]: ${importRuntimeType(runtimeModule, 'CallChecks')} }`,
    value: printObject(
      operations.map(({ identifier }) => [encodePropertyKey(identifier), `${identifier}Checks`] as const),
    ),
  });
  addOptions(file);
  return file;
}

function addOptions(file: TsFile): void {
  for (const [name, what, only] of options) {
    file.addConstant({
      name,
      doc: `The option \`checkCalls\` of \`createClient\` that checks ${what}. A call that does not match the description fails with a \`CheckError\`.`,
      type: code`${importRuntimeType('client/contract', 'CheckCalls')}`,
      value: code`/* @__PURE__ */ ${importRuntimeValue(runtimeModule, 'checkAgainst')}(checks${only})`,
    });
  }
  file.addReexport('runtime/check', ['CheckError', 'checkAgainst']);
  file.addReexport('runtime/check', ['CallChecks'], 'type');
}

const options = [
  ['checkCalls', 'requests and responses', ''],
  ['checkRequests', 'requests', `, 'requests'`],
  ['checkResponses', 'responses', `, 'responses'`],
] as const;

function buildRows(plan: OperationPlan, { identifier, parameters }: OperationNames, input: EmitInput): OperationRows {
  const request = createChecker('request', input);
  const response = createChecker('response', input);
  return {
    identifier,
    place: plan.operation.origin,
    parameters: plan.parameters.flatMap((parameter) => printParameter(parameter, parameters, request)),
    body: [
      ['needsBody', plan.body?.required ? 'true' : undefined],
      ['content', printContentChecks(plan.body?.alternatives ?? [], request)],
    ],
    responses: plan.responses.map((each) => printResponseRow(each, response)),
  };
}

function printParameter(
  { parameter, held: { schema }, default: standard }: ParameterPlan,
  identifiers: ReadonlyMap<Parameter, string>,
  checker: Checker,
): Repeatable[] {
  if (!schema) return [];
  const identifier = identifiers.get(parameter) ?? parameter.writtenName;
  const [argument = '', ...checks] = listNamedChecks(encodeString(identifier), schema, checker);
  const isRequired = parameter.required && standard === undefined;
  const type = code`${importRuntimeType(runtimeModule, 'ParameterChecks')}`;
  return [{ name: `${identifier}Parameter`, type, value: printArray([argument, String(isRequired), ...checks]) }];
}

/** Creates the printer of the checks of messages of a view. */
export function createChecker(view: View, input: EmitInput): Checker {
  const checker: Checker = {
    input,
    validate: (schema) => {
      const validate = code`${findValidator(input, schema, view)}`;
      // Every call reports a value of unknown shape, even without this module.
      return schema.kind === 'not-shown' ? validate : printGapReports(validate, schema, input);
    },
    read: (conversion, name) =>
      code`(value) => ${importRuntimeValue('client/convert', 'sentValue')}(${name}, value, ${conversion.code})`,
    hasItems: () => true,
    listFieldChecks: (media) => (view === 'request' ? listFieldChecks(media, checker) : []),
  };
  return checker;
}

// Of a multipart body with named parts, only the headers of parts are checked. They are no JSON.
function listFieldChecks({ format, items, fields }: MediaPlan, checker: Checker): readonly LiteralMember[] {
  const ofHeaders = fields.map(({ name, headers }): LiteralMember => {
    return [encodePropertyKey(name), printHeaderChecks(headers, checker)];
  });
  if (format !== 'multipart' || items || ofHeaders.every(([, checks]) => checks === undefined)) return [];
  const validate = importRuntimeValue(runtimeModule, 'validatePartHeaders');
  return [
    ['validate', code`/* @__PURE__ */ ${validate}(${printObject(ofHeaders)})`],
    ['read', '(value) => value'],
  ];
}
