import type { Schema } from '../../model/schema.js';
import { type Code, code } from '../../typescript/code.js';
import { encodePropertyKey, encodeString } from '../../typescript/encode.js';
import { type LiteralMember, printArray, printObject } from '../../typescript/print-literal.js';
import { type Repeatable, shareRepeated } from '../../typescript/share-repeated.js';
import { TsFile } from '../../typescript/ts-file.js';
import type { HeaderPlan, MediaPlan, ResponsePlan } from '../../wire/plan.js';
import type { EmitInput } from '../emitter.js';
import { runtimeType, runtimeValue } from '../runtime-references.js';
import { conversionOf, typeVariableOf } from '../types/contract.js';
import { hasValidator, validatorOf } from '../validators/contract.js';
import { reportReduced } from './received-content.js';

/** Builds the module that checks replies against the description: one of its own, so that only who asks for it loads its validators. */
export function buildReplyChecksModule(input: EmitInput): TsFile {
  const file = new TsFile('server/check-replies');
  const operations = input.api.operations.map((operation) => {
    const identifier = input.names.operations.get(operation)?.identifier ?? '';
    const rows = (input.plans.get(operation)?.responses ?? []).map((response) => {
      return [encodePropertyKey(String(response.status)), listRow(response, identifier, input)] as const;
    });
    return { identifier, rows };
  });
  const share = shareRepeated(
    file,
    operations.flatMap(({ rows }) => rows.map(([, row]) => row)),
  );
  const checks = operations.map(({ identifier, rows }): LiteralMember => {
    return [encodePropertyKey(identifier), printObject(rows.map(([status, { value }]) => [status, share(value)]))];
  });
  file.addConstant({
    name: 'checkReplies',
    doc: 'The option of `createServer` that checks what handlers give: a reply that the description forbids becomes a 500, told to `onError`.',
    type: code`${runtimeType('check-replies', 'CheckReply')}`,
    value: code`${runtimeValue('check-replies', 'checkAgainst')}(${printObject(checks)})`,
  });
  return file;
}

function listRow(response: ResponsePlan, identifier: string, input: EmitInput): Repeatable {
  const type = typeVariableOf(response.alternatives.find(({ checked }) => checked)?.checked, input.names);
  return {
    name: `${type ?? `${identifier}${response.status}`}Reply`,
    type: code`${runtimeType('check-replies', 'ReplyCheck')}`,
    value: printCheck(response, input),
  };
}

function printCheck({ alternatives, headers }: ResponsePlan, input: EmitInput): Code {
  const content = alternatives.flatMap((alternative) => printContentCheck(alternative, input));
  const checked = headers.flatMap((header) => printHeaderCheck(header, input));
  return printObject([
    ['content', content.length > 0 ? printArray(content) : undefined],
    ['headers', checked.length > 0 ? printArray(checked) : undefined],
  ]);
}

function printContentCheck(plan: MediaPlan, input: EmitInput): Code[] {
  const { mediaType, format, items, checked: schema } = plan;
  if (!schema) return [];
  if (!hasValidator(input, schema)) {
    reportReduced(plan, 'sends its items without checking them', input);
    return [];
  }
  return [
    printObject([
      ['mediaType', encodeString(mediaType.mediaType)],
      ['as', encodeString(items ? 'items' : format)],
      ['validate', code`${validatorOf(input, schema, 'response', { own: true })}`],
      ['read', readReply(schema, input)],
    ]),
  ];
}

function printHeaderCheck({ header, held: { schema } }: HeaderPlan, input: EmitInput): Code[] {
  if (!schema) return [];
  const validate = validatorOf(input, schema, 'response', { own: true });
  const read = readReply(schema, input);
  return [printArray([encodeString(header.wireName), code`${validate}`, ...(read ? [read] : [])])];
}

function readReply(schema: Schema, input: EmitInput): Code | undefined {
  const conversion = conversionOf(schema, input);
  return conversion && code`${runtimeValue('server-convert', 'readReply')}(${conversion.code})`;
}
