import type { Origin } from '../../diagnostics/origin.js';
import type { Parameter } from '../../model/operation.js';
import type { Schema } from '../../model/schema.js';
import type { OperationNames } from '../../naming/names.js';
import { type Code, code } from '../../typescript/code.js';
import { encodePropertyKey, encodeString } from '../../typescript/encode.js';
import { type LiteralMember, printArray, printObject } from '../../typescript/print-literal.js';
import { collectRepeated, type Repeatable } from '../../typescript/share-repeated.js';
import { TsFile } from '../../typescript/ts-file.js';
import type { View } from '../../views/views.js';
import type {
  HeaderPlan,
  MediaPlan,
  OperationPlan,
  ParameterPlan,
  PartPlan,
  PartsPlan,
  ResponsePlan,
} from '../../wire/plan.js';
import type { EmitInput } from '../emitter.js';
import { importRuntimeType, importRuntimeValue } from '../runtime-references.js';
import { printItemValidator } from '../server/contract.js';
import {
  type ConversionCode,
  findConversion,
  findItemConversion,
  nameTypeVariable,
  printItemReports,
} from '../types/contract.js';
import { findValidator } from '../validators/contract.js';

const runtimeModule = 'client-check';

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
        ['request', printObject([['parameters', listOf(parameters.map(({ value }) => share(value)))], ...body])],
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
      type: code`${importRuntimeType('client-types', 'CheckCalls')}`,
      value: code`/* @__PURE__ */ ${importRuntimeValue(runtimeModule, 'checkAgainst')}(checks${only})`,
    });
  }
  file.addReexport(`runtime/${runtimeModule}`, ['CheckError', 'checkAgainst']);
  file.addReexport(`runtime/${runtimeModule}`, ['CallChecks'], 'type');
}

const options = [
  ['checkCalls', 'requests and responses', ''],
  ['checkRequests', 'requests', `, 'requests'`],
  ['checkResponses', 'responses', `, 'responses'`],
] as const;

function buildRows(plan: OperationPlan, { identifier, parameters }: OperationNames, input: EmitInput): OperationRows {
  return {
    identifier,
    place: plan.operation.origin,
    parameters: plan.parameters.flatMap((parameter) => printParameter(parameter, parameters, input)),
    body: printBody(plan, input),
    responses: plan.responses.map((response) => {
      const type = nameTypeVariable(response.checked, input.names);
      const row = {
        name: `${type ?? `${identifier}${response.status}`}Response`,
        type: code`${importRuntimeType(runtimeModule, 'ResponseChecks')}`,
        value: printResponse(response, input),
      };
      return [encodePropertyKey(String(response.status)), row];
    }),
  };
}

function printBody({ body }: OperationPlan, input: EmitInput): LiteralMember[] {
  const alternatives = body?.alternatives ?? [];
  const content = alternatives.flatMap((media) => printContent(media, 'request', input));
  const usual = alternatives.find(({ isRange }) => !isRange);
  const isUsualFirst = usual === alternatives.find((media) => printContentValidator(media, 'request', input));
  return [
    ['needsBody', body?.required ? 'true' : undefined],
    ['usual', usual && !isUsualFirst && content.length > 0 ? encodeString(usual.mediaType.mediaType) : undefined],
    ['content', listOf(content)],
  ];
}

function printParameter(
  { parameter, held, default: standard }: ParameterPlan,
  identifiers: ReadonlyMap<Parameter, string>,
  input: EmitInput,
): Repeatable[] {
  const { required } = parameter;
  const schema = held.schema;
  const identifier = identifiers.get(parameter) ?? parameter.writtenName;
  const argument = encodeString(identifier);
  if (!schema) return [];
  const validate = printValidator(schema, 'request', input);
  const parts = [argument, String(required && standard === undefined), validate, ...readCode(schema, argument, input)];
  const type = code`${importRuntimeType(runtimeModule, 'ParameterChecks')}`;
  return [{ name: `${identifier}Parameter`, type, value: printArray(parts) }];
}

function printResponse({ alternatives, headers }: ResponsePlan, input: EmitInput): Code {
  return printObject([
    ['content', listOf(alternatives.flatMap((media) => printContent(media, 'response', input)))],
    ['headers', listOf(headers.flatMap((header) => printHeader(header, 'response', input)))],
  ]);
}

function printHeader({ header, held }: HeaderPlan, view: View, input: EmitInput): Code[] {
  const schema = held.schema;
  if (!schema) return [];
  const validate = printValidator(schema, view, input);
  const name = encodeString(header.wireName);
  const parts = [name, validate, ...readCode(schema, name, input)];
  return [printArray(parts)];
}

function printContent(media: MediaPlan, view: View, input: EmitInput): Code[] {
  const { mediaType, items, parts } = media;
  if (parts) return printPartsChecks(media, parts, view, input);
  const validate = printContentValidator(media, view, input);
  if (!validate) return [];
  const conversion = findContentConversion(media, input);
  // The headers of parts are no JSON.
  const read = checksHeaders(media) ? '(value) => value' : conversion && printSend(conversion, `'body'`);
  return [
    printObject([
      ['mediaType', encodeString(mediaType.mediaType)],
      ['isItems', items ? 'true' : undefined],
      ['validate', validate],
      ['read', read],
    ]),
  ];
}

function printPartsChecks({ mediaType }: MediaPlan, { first, rest }: PartsPlan, view: View, input: EmitInput): Code[] {
  const checksOf = ({ checked }: PartPlan): LiteralMember[] => {
    if (!checked) return [];
    const conversion = findConversion(checked, input);
    return [
      ['validate', printValidator(checked, view, input)],
      ['read', conversion && printSend(conversion, `'body'`)],
    ];
  };
  if (![rest, ...first].some(({ checked }) => checked)) return [];
  return [
    printObject([
      ['mediaType', encodeString(mediaType.mediaType)],
      ['isItems', 'true'],
      ...checksOf(rest),
      ['first', first.length > 0 ? printArray(first.map((part) => printObject(checksOf(part)))) : undefined],
    ]),
  ];
}

function printContentValidator(media: MediaPlan, view: View, input: EmitInput): Code | undefined {
  const { items, checked, fields } = media;
  if (checksHeaders(media)) {
    const headers = fields.flatMap((field): LiteralMember[] => {
      const checks = field.headers.flatMap((header) => printHeader(header, 'request', input));
      return checks.length > 0 ? [[encodePropertyKey(field.name), printArray(checks)]] : [];
    });
    return code`/* @__PURE__ */ ${importRuntimeValue(runtimeModule, 'validatePartHeaders')}(${printObject(headers)})`;
  }
  return items
    ? printItemValidator(items, (schema) => printValidator(schema, view, input))
    : checked && printValidator(checked, view, input);
}

// Of a multipart body with named parts, only the headers of parts are checked.
function checksHeaders({ format, items, fields }: MediaPlan): boolean {
  return format === 'multipart' && !items && fields.some(({ headers }) => headers.some(({ held }) => held.schema));
}

function findContentConversion({ items, checked }: MediaPlan, input: EmitInput): ConversionCode | undefined {
  return items ? findItemConversion(items, (schema) => findConversion(schema, input)) : findConversion(checked, input);
}

function listOf(items: readonly Code[]): Code | undefined {
  return items.length === 0 ? undefined : printArray(items);
}

function printValidator(schema: Schema, view: View, input: EmitInput): Code {
  const validate = code`${findValidator(input, schema, view)}`;
  // Every call reports a value of unknown shape, even without this module.
  return schema.kind === 'not-shown' ? validate : printItemReports(validate, schema, input);
}

function readCode(schema: Schema | undefined, name: string, input: EmitInput): Code[] {
  const conversion = findConversion(schema, input);
  return conversion ? [printSend(conversion, name)] : [];
}

function printSend(conversion: ConversionCode, name: string): Code {
  return code`(value) => ${importRuntimeValue('client-convert', 'sentValue')}(${name}, value, ${conversion.code})`;
}
