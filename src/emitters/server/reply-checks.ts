import { code } from '../../typescript/code.js';
import { encodePropertyKey } from '../../typescript/encode.js';
import { type LiteralMember, printObject } from '../../typescript/print-literal.js';
import { collectRepeated } from '../../typescript/share-repeated.js';
import { TsFile } from '../../typescript/ts-file.js';
import type { EmitInput } from '../emitter.js';
import { type Checker, printResponseRow } from '../message-checks.js';
import { importRuntimeType, importRuntimeValue } from '../runtime-references.js';
import { findValidator } from '../validators/contract.js';
import { stripReplies } from './strip-replies.js';

/**
 * Builds the module that checks replies against the description. It is a separate module, so that only programs that
 * use it load the validators.
 */
export function buildReplyChecksModule(input: EmitInput): TsFile {
  const file = new TsFile('server/check-replies');
  const checker: Checker = {
    input,
    validate: (schema) => code`${findValidator(input, schema, 'response', { own: true })}`,
    read: (conversion) => code`${importRuntimeValue('server-convert', 'readReply')}(${conversion.code})`,
    // A handler returns other multipart content as bytes.
    hasItems: ({ held }) => held.server.kind === 'items',
    readPart: (read) => code`${importRuntimeValue('message-checks', 'readPartBody')}(${read ?? ''})`,
  };
  const operations = input.api.operations.map((operation) => {
    const identifier = input.names.operations.get(operation)?.identifier ?? '';
    const responses = input.plans.get(operation)?.responses ?? [];
    return { identifier, rows: responses.map((each) => printResponseRow(each, identifier, checker)) };
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
    value: code`${importRuntimeValue('check-replies', 'checkRepliesBy')}(${printObject(checks)}, ${stripReplies})`,
  });
  return file;
}
