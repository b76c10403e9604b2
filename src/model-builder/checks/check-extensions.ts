import { findNearestName } from '../../diagnostics/nearest-name.js';
import { buildChildOrigin, isSameOrigin } from '../../diagnostics/origin.js';
import type { Operation, Parameter } from '../../model/api.js';
import { formatOperation } from '../../model/api.js';
import type { NotShown } from '../../model/element.js';
import { Described, everythingInPlace } from '../../model/in-place.js';
import type { KeywordSchema, Schema } from '../../model/schema.js';
import type { OperationIndex } from '../complete.js';
import type { BuildContext } from '../context.js';

/** Checks the references of extensions to other parts of the description. */
export function checkExtensions(context: BuildContext, operations: readonly Operation[], index: OperationIndex): void {
  for (const schema of context.schemas.list) if (schema.kind === 'keywords') checkTransitions(context, schema, index);
  const users = new Map<NotShown, Operation>();
  for (const operation of operations) {
    for (const parameter of operation.parameters) {
      checkRequirement(context, operation, parameter);
      checkUnnamed(context, operation, parameter, users);
    }
    checkPagination(context, operation);
  }
}

function checkTransitions(context: BuildContext, schema: KeywordSchema, index: OperationIndex): void {
  if (!schema.transitions) return;
  const place = buildChildOrigin(schema.origin, 'x-transitions');
  const values = listTexts(schema);
  schema.transitions.forEach((transition, row) => {
    const { operation } = transition;
    if (!index.has(operation)) {
      const likely = findNearestName(operation, index.keys());
      context.report('transition-unknown-operation', buildChildOrigin(place, row, 'operation'), { operation, likely });
    }
    for (const side of ['from', 'to'] as const) {
      const state = transition[side];
      if (state === null || values.size === 0 || values.has(state)) continue;
      const finding = { state, values: [...values], likely: findNearestName(state, values) };
      context.report('transition-unknown-state', buildChildOrigin(place, row, side), finding);
    }
  });
}

function checkRequirement(context: BuildContext, operation: Operation, parameter: Parameter): void {
  if (!parameter.requires) return;
  const { header } = parameter.requires;
  const names = operation.parameters.filter((one) => one.location === 'header').map((one) => one.writtenName);
  if (names.some((name) => name.toLowerCase() === header.toLowerCase())) return;
  const finding = { header, operation: formatOperation(operation), likely: findNearestName(header, names) };
  context.report('requires-unknown-header', buildChildOrigin(parameter.origin, 'x-requires', 'header'), finding);
}

// Reports each parameter without a known wire name once per operation.
function checkUnnamed(
  context: BuildContext,
  operation: Operation,
  parameter: Parameter,
  users: Map<NotShown, Operation>,
): void {
  if (parameter.wireName.shown) return;
  const { gap } = parameter.wireName;
  const first = users.get(gap);
  const isOther = first !== undefined && first !== operation && !isSameOrigin(first.origin, operation.origin);
  if (isOther || gap.places.length > 1)
    context.report('parameter-name-shared', buildChildOrigin(parameter.origin, 'x-not-shown'), { id: gap.id });
  users.set(gap, operation);
  const name = parameter.writtenName;
  const isRepeated = operation.parameters.find((one) => one.writtenName === name) !== parameter;
  if (isRepeated) context.report('placeholder-repeated', buildChildOrigin(parameter.origin, 'name'), { name });
}

function checkPagination(context: BuildContext, operation: Operation): void {
  if (!operation.pagination) return;
  const { items, total, pageField, limitField } = operation.pagination;
  const fields = listFields(operation);
  const named = { items, total, page: pageField, limit: limitField };
  const place = buildChildOrigin(operation.origin, 'x-pagination', 'response');
  for (const [key, field] of Object.entries(named)) {
    if (field === undefined || fields.has(field)) continue;
    const finding = { field, likely: findNearestName(field, fields) };
    context.report('pagination-unknown-field', buildChildOrigin(place, key), finding);
  }
}

function listFields(operation: Operation): ReadonlySet<string> {
  const successes = operation.responses.filter(({ status }) => /^(2..|default)$/.test(String(status)));
  const schemas = successes.flatMap((response) =>
    response.content.flatMap(({ schema }): Schema[] => (schema ? [schema] : [])),
  );
  return new Set(new Described(schemas, everythingInPlace).properties.keys());
}

/** Returns the strings that a schema, or a schema that it applies, lists as values. */
export function listTexts(schema: Schema): ReadonlySet<string> {
  const { keywords } = new Described([schema], everythingInPlace);
  const values = keywords.flatMap((one) => [...(one.enum ?? []), ...(one.const === undefined ? [] : [one.const])]);
  return new Set(values.filter((value) => typeof value === 'string'));
}
