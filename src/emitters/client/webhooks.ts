import type { Operation } from '../../model/api.js';
import type { Schema } from '../../model/schema.js';
import {
  type Code,
  code,
  encodePropertyKey,
  encodeString,
  formatCode,
  joinCode,
  type LiteralMember,
  printArray,
  printFilled,
  printObject,
} from '../../typescript/code.js';
import { TsFile } from '../../typescript/ts-file.js';
import type { ResponsePlan } from '../../wire/plan.js';
import { planWebhook } from '../../wire/plan-api.js';
import type { EmitInput } from '../emitter.js';
import { printResponseRow } from '../message-checks.js';
import { importRuntimeType, importRuntimeValue } from '../runtime-references.js';
import { findConversion, printHeldType } from '../types/contract.js';
import { printReceivedType } from './body-type.js';
import { createChecker } from './check-calls.js';
import { printReader } from './outcome.js';

/**
 * Builds the module for services that receive webhooks: the type of each message, and the function that reads and checks
 * one. It is a separate module, so that only programs that use it load the validators.
 */
export function buildWebhooksModule(input: EmitInput): TsFile {
  const file = new TsFile('client/webhooks');
  const { webhooks } = input.api;
  const named = webhooks.map((webhook) => ({
    webhook,
    key: nameWebhook(webhook, webhooks),
    plan: planWebhook(webhook),
  }));
  file.addInterface({
    name: 'Webhooks',
    doc: 'The messages of the webhooks, by the name in the description.',
    members: named.map(({ key, plan, webhook }) => ({
      key,
      readonly: true,
      type: printMessageType(plan, input),
      ...(webhook.description !== undefined && { doc: webhook.description }),
    })),
  });
  file.addConstant({
    name: 'readWebhook',
    doc: 'Reads a webhook that a service received, and checks it. Throws a `CheckError` if it does not match the description. Verify its signature yourself, before you trust it.',
    type: code`${importRuntimeType('check/webhooks', 'ReadWebhook')}<Webhooks>`,
    value: code`/* @__PURE__ */ ${importRuntimeValue('check/webhooks', 'readWebhooks')}<Webhooks>(${printObject(
      named.map(({ key, plan }): LiteralMember => [key, printWebhook(plan, input)]),
    )})`,
  });
  file.addReexport('runtime/check', ['CheckError']);
  return file;
}

function nameWebhook({ path, method }: Operation, webhooks: readonly Operation[]): string {
  const isOnly = webhooks.filter((other) => other.path.template === path.template).length === 1;
  return encodePropertyKey(isOnly ? path.template : `${method} ${path.template}`);
}

function printMessageType({ alternatives, isOptional, headers }: ResponsePlan, { types }: EmitInput): Code {
  const received = alternatives.map((media) => printReceivedType(media, types));
  if (isOptional || received.length === 0) received.push(code`undefined`);
  const bodies = new Map(received.map((type) => [formatCode(type), type]));
  const fields = headers.map(({ header, held }) => {
    const type = printHeldType(held, 'response', types);
    return code`readonly ${encodePropertyKey(header.wireName)}: ${type}${header.required ? '' : ' | undefined'};`;
  });
  const typed = fields.length === 0 ? code`object` : code`{ ${joinCode(fields, ' ')} }`;
  return code`${importRuntimeType('check/webhooks', 'Webhook')}<${joinCode([...bodies.values()], ' | ')}, ${typed}>`;
}

function printWebhook(plan: ResponsePlan, input: EmitInput): Code {
  const converter = (schema: Schema | undefined): ReturnType<typeof findConversion> => findConversion(schema, input);
  const [, checks] = printResponseRow(plan, createChecker('response', input));
  const headers = plan.headers.map(({ header }) =>
    printArray([encodeString(header.wireName), String(header.required)]),
  );
  return printObject([
    ['read', printReader(plan, converter)],
    ['headers', printFilled(headers)],
    ['checks', code`${checks.value}`],
  ]);
}
