import type { Parameter } from '../../model/operation.js';
import type { Schema } from '../../model/schema.js';
import { type Code, code } from '../../typescript/code.js';
import { encodePropertyKey, encodeString } from '../../typescript/encode.js';
import { printArray, printObject } from '../../typescript/print-literal.js';
import { TsFile } from '../../typescript/ts-file.js';
import type { View } from '../../views/views.js';
import type { HeaderPlan, MediaPlan, OperationPlan, ParameterPlan, ResponsePlan } from '../../wire/plan.js';
import type { EmitInput } from '../emitter.js';
import { runtimeType, runtimeValue } from '../runtime-references.js';
import { conversionOf, tellingItems } from '../types/contract.js';
import { hasValidator, validatorOf } from '../validators/contract.js';

const runtimeModule = 'client-check';

/** Builds the module that checks calls by the validators: one of its own, so that only who asks for it loads them. */
export function buildCheckCallsModule(input: EmitInput): TsFile {
  const file = new TsFile('client/check-calls');
  const members: [key: string, value: string][] = [];
  for (const plan of input.plans.values()) {
    const own = input.names.operations.get(plan.operation);
    if (!own) continue;
    const name = `${own.identifier}Checks`;
    file.addConstant({
      name,
      doc: `What is checked of the calls of \`${own.identifier}\`.`,
      type: code`${runtimeType(runtimeModule, 'CallChecks')}`,
      value: printObject([
        ['request', printRequest(plan, own.parameters, input)],
        ['responses', printResponses(plan, input)],
      ]),
    });
    members.push([encodePropertyKey(own.identifier), name]);
  }
  file.addConstant({
    name: 'checks',
    local: true,
    type: code`{ readonly [operation: string]: ${runtimeType(runtimeModule, 'CallChecks')} }`,
    value: printObject(members),
  });
  for (const [name, what, only] of options) {
    file.addConstant({
      name,
      doc: `The option \`checkCalls\` of a client that checks ${what}: what is not as described is thrown as a \`CheckError\`.`,
      type: code`${runtimeType('client-types', 'CheckCalls')}`,
      value: code`/* @__PURE__ */ ${runtimeValue(runtimeModule, 'checkAgainst')}(checks${only})`,
    });
  }
  file.addReexport(`runtime/${runtimeModule}`, ['CheckError', 'checkAgainst']);
  file.addReexport(`runtime/${runtimeModule}`, ['CallChecks'], 'type');
  return file;
}

const options = [
  ['checkCalls', 'requests and responses', ''],
  ['checkRequests', 'requests', `, 'requests'`],
  ['checkResponses', 'responses', `, 'responses'`],
] as const;

function printRequest(
  { parameters, body }: OperationPlan,
  identifiers: ReadonlyMap<Parameter, string>,
  input: EmitInput,
): Code | undefined {
  const checked = parameters.flatMap((plan) => printParameter(plan, identifiers, input));
  const alternatives = body?.alternatives ?? [];
  const content = alternatives.flatMap((media) => printContent(media, 'request', input));
  const usual = alternatives.find(({ isRange }) => !isRange);
  const isUsualFirst = usual === alternatives.find((media) => validatorCode(media.checked, 'request', input));
  return printObject([
    ['parameters', listOf(checked)],
    ['needsBody', body?.required ? 'true' : undefined],
    ['usual', usual && !isUsualFirst && content.length > 0 ? encodeString(usual.mediaType.mediaType) : undefined],
    ['content', listOf(content)],
  ]);
}

function printParameter(
  { parameter, held, default: standard }: ParameterPlan,
  identifiers: ReadonlyMap<Parameter, string>,
  input: EmitInput,
): Code[] {
  const { required } = parameter;
  const schema = held.schema;
  const argument = encodeString(identifiers.get(parameter) ?? parameter.writtenName);
  const validate = validatorCode(schema, 'request', input);
  if (!validate) return [];
  const parts = [argument, String(required && standard === undefined), validate, ...readCode(schema, argument, input)];
  return [printArray(parts)];
}

function printResponses({ responses }: OperationPlan, input: EmitInput): Code | undefined {
  return printObject(
    responses.map((response) => [encodePropertyKey(String(response.status)), printResponse(response, input)]),
  );
}

function printResponse({ alternatives, headers }: ResponsePlan, input: EmitInput): Code | undefined {
  return printObject([
    ['content', listOf(alternatives.flatMap((media) => printContent(media, 'response', input)))],
    ['headers', listOf(headers.flatMap((header) => printHeader(header, input)))],
  ]);
}

function printHeader({ header, held }: HeaderPlan, input: EmitInput): Code[] {
  const schema = held.schema;
  const validate = validatorCode(schema, 'response', input);
  if (!validate) return [];
  const name = encodeString(header.wireName);
  const parts = [name, validate, ...readCode(schema, name, input)];
  return [printArray(parts)];
}

function printContent({ mediaType, items, checked: schema }: MediaPlan, view: View, input: EmitInput): Code[] {
  const validate = validatorCode(schema, view, input);
  if (!validate) return [];
  return [
    printObject([
      ['mediaType', encodeString(mediaType.mediaType)],
      ['isItems', items ? 'true' : undefined],
      ['validate', validate],
      ['read', readCode(schema, `'body'`, input)[0]],
    ]),
  ];
}

function listOf(items: readonly Code[]): Code | undefined {
  return items.length === 0 ? undefined : printArray(items);
}

function validatorCode(schema: Schema | undefined, view: View, input: EmitInput): Code | undefined {
  if (!schema || !hasValidator(input, schema)) return undefined;
  const validate = code`${validatorOf(input, schema, view)}`;
  // What is not shown as a whole every call tells.
  return schema.kind === 'not-shown' ? validate : tellingItems(validate, schema, input);
}

function readCode(schema: Schema | undefined, name: string, input: EmitInput): Code[] {
  const conversion = conversionOf(schema, input);
  if (!conversion) return [];
  return [code`(value) => ${runtimeValue('client-convert', 'sentValue')}(${name}, value, ${conversion.code})`];
}
