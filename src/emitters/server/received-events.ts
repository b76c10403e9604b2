import type { Schema } from '../../model/schema.js';
import { type Code, code, joinCode } from '../../typescript/code.js';
import { encodeString } from '../../typescript/encode.js';
import type { ItemPlan, MediaPlan } from '../../wire/plan.js';
import type { EmitInput } from '../emitter.js';
import { runtimeValue } from '../runtime-references.js';
import { conversionOf, eventType, printItemReports } from '../types/contract.js';
import { defaultsOf, hasValidator, validatorOf } from '../validators/contract.js';
import type { ReceivedContent } from './content-code.js';
import { printItemValidator } from './item-checks.js';

/** Prints how the server reads server-sent events, which a handler receives as an array. */
export function receiveEvents({ items }: MediaPlan, input: EmitInput): ReceivedContent {
  const checked = items && keepChecked(items, input);
  const { schema, data } = checked ?? {};
  const validate = checked && validatorCode(checked, input);
  const type = checked ? eventType(checked, 'received', input.names) : code`unknown`;
  const described = data ?? schema;
  const conversion = conversionOf(described, input);
  const fill = described && defaultsOf(input, described, 'received');
  const change = (code: Code): Code => changeCode(code, data !== undefined);
  const read = readerCode(checked);
  return {
    type: code`readonly (${type})[]`,
    read: conversion?.isExact ? code`${runtimeValue('server-convert', 'readExactly')}(${read})` : read,
    ...(conversion?.isExact && {
      readIntegers: change(code`${runtimeValue('server-convert', 'readIntegers')}(${conversion.code})`),
    }),
    ...(validate && { validate: code`${runtimeValue('read-content', 'validateItems')}(${validate})` }),
    ...(conversion
      ? {
          fill: change(
            code`${runtimeValue('server-convert', 'convertReceived')}(${conversion.code}${fill ? code`, ${fill}` : ''})`,
          ),
        }
      : fill && { fill: change(code`${fill}`) }),
    ...(items && checked !== items && { reduced: 'events-as-text' }),
  };
}

/** Returns the schema of the JSON in events, to which the limit of names applies. */
export function eventDocument({ items }: MediaPlan, input: EmitInput): Schema | undefined {
  return items && keepChecked(items, input).data;
}

// Data without a validator stays text, since a handler receives only checked values.
function keepChecked(items: ItemPlan, input: EmitInput): ItemPlan {
  if (!items.data || validatorCode(items, input)) return items;
  const { data: _data, describesData: _describesData, schema, ...rest } = items;
  return { ...rest, ...(schema && !items.describesData && hasValidator(input, schema) && { schema }) };
}

function validatorCode(items: ItemPlan, input: EmitInput): Code | undefined {
  return printItemValidator(items, (schema) =>
    hasValidator(input, schema)
      ? printItemReports(code`${validatorOf(input, schema, 'received')}`, schema, input)
      : undefined,
  );
}

function readerCode(items: ItemPlan | undefined): Code {
  if (items?.data) return code`${runtimeValue('read-events', 'readDataEventsContent')}`;
  const names = items?.jsonFields ?? [];
  if (names.length === 0) return code`${runtimeValue('read-events', 'readEventsContent')}`;
  return code`${runtimeValue('read-events', 'jsonEventsReader')}(${joinCode(names.map(encodeString), ', ')})`;
}

function changeCode(change: Code, isData: boolean): Code {
  const each = isData ? code`${runtimeValue('read-events', 'changeData')}(${change})` : change;
  return code`${runtimeValue('read-content', 'mapItems')}(${each})`;
}
