import { type Code, code, joinCode } from '../../typescript/code.js';
import { encodeString } from '../../typescript/encode.js';
import type { ItemPlan, MediaPlan } from '../../wire/plan.js';
import { printItemValidator } from '../message-checks.js';
import { importRuntimeValue } from '../runtime-references.js';
import { findConversion, printEventType, printItemReports } from '../types/contract.js';
import { findFiller, findValidator } from '../validators/contract.js';
import type { ReceivedContent } from './content-code.js';
import type { ServerInput } from './server-input.js';

/** Prints how the server reads server-sent events. A handler receives them as an array. */
export function receiveEvents({ items }: MediaPlan, input: ServerInput): ReceivedContent {
  const { schema, data } = items ?? {};
  const validate = items && printValidator(items, input);
  const type = items ? printEventType(items, 'received', input.types) : code`unknown`;
  const described = data ?? schema;
  const conversion = findConversion(described, input);
  const fill = described && findFiller(input, described, 'received');
  const change = (code: Code): Code => printChange(code, data !== undefined);
  const read = printReader(items);
  return {
    type: code`readonly (${type})[]`,
    read: conversion?.isExact ? code`${importRuntimeValue('server-convert', 'readExactly')}(${read})` : read,
    ...(conversion?.isExact && {
      readIntegers: change(code`${importRuntimeValue('server-convert', 'readIntegers')}(${conversion.code})`),
    }),
    ...(validate && { validate: code`${importRuntimeValue('read-content', 'validateItems')}(${validate})` }),
    ...(conversion
      ? {
          fill: change(
            code`${importRuntimeValue('server-convert', 'convertReceived')}(${conversion.code}${fill ? code`, ${fill}` : ''})`,
          ),
        }
      : fill && { fill: change(code`${fill}`) }),
  };
}

function printValidator(items: ItemPlan, input: ServerInput): Code | undefined {
  return printItemValidator(items, (schema) =>
    printItemReports(code`${findValidator(input, schema, 'received')}`, schema, input),
  );
}

function printReader(items: ItemPlan | undefined): Code {
  if (items?.data) return code`${importRuntimeValue('read-events', 'readDataEventsContent')}`;
  const names = items?.jsonFields ?? [];
  if (names.length === 0) return code`${importRuntimeValue('read-events', 'readEventsContent')}`;
  return code`${importRuntimeValue('read-events', 'jsonEventsReader')}(${joinCode(names.map(encodeString), ', ')})`;
}

function printChange(change: Code, isData: boolean): Code {
  const each = isData ? code`${importRuntimeValue('read-events', 'changeData')}(${change})` : change;
  return code`${importRuntimeValue('read-content', 'mapItems')}(${each})`;
}
