import type { Schema } from '../../model/schema.js';
import { type Code, code } from '../../typescript/code.js';
import { encodePropertyKey, encodeString } from '../../typescript/encode.js';
import { type LiteralMember, printArray, printObject } from '../../typescript/print-literal.js';
import { collectRepeated, type Repeatable } from '../../typescript/share-repeated.js';
import { TsFile } from '../../typescript/ts-file.js';
import type { HeaderPlan, MediaPlan, PartPlan, ResponsePlan } from '../../wire/plan.js';
import type { EmitInput } from '../emitter.js';
import { importRuntimeType, importRuntimeValue } from '../runtime-references.js';
import { type ConversionCode, findConversion, findItemConversion, nameTypeVariable } from '../types/contract.js';
import { findValidator } from '../validators/contract.js';
import { printItemValidator } from './item-checks.js';
import { stripReplies } from './strip-replies.js';

type ReplyRow = readonly [status: string, row: Repeatable];

/**
 * Builds the module that checks replies against the description. It is a separate module, so that only programs that
 * use it load the validators.
 */
export function buildReplyChecksModule(input: EmitInput): TsFile {
  const file = new TsFile('server/check-replies');
  const operations = input.api.operations.map((operation) => {
    const identifier = input.names.operations.get(operation)?.identifier ?? '';
    const responses = input.plans.get(operation)?.responses ?? [];
    return { identifier, rows: responses.map((response) => buildRow(response, identifier, input)) };
  });
  const share = collectRepeated(
    file,
    operations.flatMap(({ rows }) => rows.map(([, row]) => row)),
  );
  const checks = operations.map(({ identifier, rows }): LiteralMember => {
    return [encodePropertyKey(identifier), printObject(rows.map(([status, { value }]) => [status, share(value)]))];
  });
  file.addConstant({
    name: 'checkReplies',
    doc: 'The option `checkReplies` of `createServer`. A reply that does not match the description becomes a 500, and `onError` receives the error. Members that the description does not declare are sent, and `onError` receives their places.',
    type: code`${importRuntimeType('check-replies', 'CheckReply')}`,
    value: code`${importRuntimeValue('check-replies', 'checkAgainst')}(${printObject(checks)}, ${stripReplies})`,
  });
  return file;
}

function buildRow(response: ResponsePlan, identifier: string, input: EmitInput): ReplyRow {
  const type = nameTypeVariable(response.checked, input.names);
  const row = {
    name: `${type ?? `${identifier}${response.status}`}Reply`,
    type: code`${importRuntimeType('check-replies', 'ReplyCheck')}`,
    value: printCheck(response, input),
  };
  return [encodePropertyKey(String(response.status)), row];
}

function printCheck({ alternatives, headers }: ResponsePlan, input: EmitInput): Code {
  const content = alternatives.flatMap((alternative) => printContentCheck(alternative, input));
  const checked = headers.flatMap((header) => printHeaderCheck(header, input));
  return printObject([
    ['content', content.length > 0 ? printArray(content) : undefined],
    ['headers', checked.length > 0 ? printArray(checked) : undefined],
  ]);
}

function printContentCheck({ mediaType, format, held, parts, checked, ...plan }: MediaPlan, input: EmitInput): Code[] {
  // A handler returns other multipart content as bytes.
  const items = held.server.kind === 'items' ? plan.items : undefined;
  const content = [
    ['mediaType', encodeString(mediaType.mediaType)],
    ['as', encodeString(items ? 'items' : format)],
  ] as const;
  if (items && parts) {
    const [rest = [], ...first] = [parts.rest, ...parts.first].map((part) => listPartCheck(part, input));
    if (![rest, ...first].some((members) => members.length > 0)) return [];
    return [
      printObject([...content, ...rest, ['first', first.length > 0 ? printArray(first.map(printObject)) : undefined]]),
    ];
  }
  const validatorCode = (schema: Schema): Code => code`${findValidator(input, schema, 'response', { own: true })}`;
  const validate = items ? printItemValidator(items, validatorCode) : checked && validatorCode(checked);
  if (!validate) return [];
  const conversion = items
    ? findItemConversion(items, (schema) => findConversion(schema, input))
    : findConversion(checked, input);
  return [printObject([...content, ['validate', validate], ['read', conversion && readReply(conversion)]])];
}

function listPartCheck({ checked, headers }: PartPlan, input: EmitInput): LiteralMember[] {
  if (!checked) return [];
  const conversion = findConversion(checked, input);
  const read = conversion && readReply(conversion);
  return [
    ['validate', code`${findValidator(input, checked, 'response', { own: true })}`],
    ['read', headers.length > 0 ? code`${importRuntimeValue('check-replies', 'readPartBody')}(${read ?? ''})` : read],
  ];
}

function printHeaderCheck({ header, held: { schema } }: HeaderPlan, input: EmitInput): Code[] {
  if (!schema) return [];
  const validate = findValidator(input, schema, 'response', { own: true });
  const conversion = findConversion(schema, input);
  return [
    printArray([encodeString(header.wireName), code`${validate}`, ...(conversion ? [readReply(conversion)] : [])]),
  ];
}

function readReply(conversion: ConversionCode): Code {
  return code`${importRuntimeValue('server-convert', 'readReply')}(${conversion.code})`;
}
