import type { Operation } from '../../model/api.js';
import type { NotShown } from '../../model/element.js';
import type { OperationNames } from '../../naming/names.js';
import { type Code, code, encodePropertyKey, encodeString, importType, joinCode } from '../../typescript/code.js';
import { buildRequestBodyDoc } from '../../typescript/doc-comment.js';
import type { Declaration, Member, TsFile } from '../../typescript/ts-file.js';
import type { BodyPlan, MediaPlan, OperationPlan, ParameterPlan, ValuePlan } from '../../wire/plan.js';
import { listShapes } from '../../wire/value-shape.js';
import { importRuntimeType } from '../runtime-references.js';
import { printHeldType, type SchemaTypes } from '../types/contract.js';
import { printSentType } from './body-type.js';

/**
 * Declares `<Operation>Args` and returns the type of the arguments. If none is required, the type includes `void`, so
 * that callers can omit them.
 */
export function addArgs(
  file: TsFile,
  plan: OperationPlan,
  own: OperationNames,
  types: SchemaTypes,
): { readonly type: Code; readonly isOptional: boolean } {
  const name = `${own.type}Args`;
  const members = [
    ...plan.parameters.map((parameter) => printParameterMember(parameter, own, types)),
    ...listExtraQuery(plan.operation),
    ...listAccept(plan),
  ];
  const variants = plan.body ? listBodyVariants(plan.body, types) : [];
  const about = plan.body && variants.length > 1 ? buildRequestBodyDoc(plan.body.requestBody) : undefined;
  const doc = `The arguments of \`${own.identifier}\`.${about === undefined ? '' : `\n\n${about.text}`}`;
  if (members.length === 0 && variants.length === 0) {
    file.addTypeAlias({ name, doc, type: code`${importRuntimeType('client/contract', 'NoArgs')}` });
    return { type: code`${name} | void`, isOptional: true };
  }
  const [only] = variants;
  if (variants.length <= 1) file.addInterface({ name, doc, members: [...members, ...(only ?? [])] });
  else addVariants(file, { name, doc }, members, variants);
  const needsNone = (list: readonly Member[]): boolean => list.every(({ optional }) => optional);
  const isOptional = needsNone(members) && (variants.length === 0 || variants.some(needsNone));
  return { type: isOptional ? code`${name} | void` : code`${name}`, isOptional };
}

function printParameterMember(
  { parameter, held, value, default: standard }: ParameterPlan,
  own: OperationNames,
  types: SchemaTypes,
): Member {
  const type = printWithoutNullItems(value, printHeldType(held, 'request', types));
  const doc = types.docs.ofParameter(parameter);
  return {
    key: encodePropertyKey(own.parameters.get(parameter) ?? parameter.writtenName),
    ...printOptional(type, !parameter.required || standard !== undefined),
    ...(doc !== undefined && { doc }),
  };
}

// No style can write `null` in a list (RFC 6570, 2.3).
function printWithoutNullItems(value: ValuePlan, type: Code): Code {
  if (value.by !== 'style') return type;
  const hasNulls = listShapes(value.shape).some(
    (shape) =>
      shape.kind === 'array' &&
      listShapes(shape.items()).some((item) => item.kind === 'primitive' && item.types.includes('null')),
  );
  return hasNulls ? code`${importRuntimeType('client/contract', 'WithoutNullItems')}<${type}>` : type;
}

function printOptional(type: Code, optional: boolean): Pick<Member, 'type' | 'optional'> {
  return { type: optional ? code`${type} | undefined` : type, optional };
}

/** Returns the gaps that ask whether an operation has more parameters. */
export function listParametersGaps(operation: Operation): readonly NotShown[] {
  return operation.notShown.filter(({ kind }) => kind === 'parameters');
}

function listExtraQuery(operation: Operation): readonly Member[] {
  const gaps = listParametersGaps(operation);
  if (gaps.length === 0) return [];
  const types = gaps.map(({ id }) => code`${importType('runtime/not-shown', 'NotShown')}<${encodeString(id)}>`);
  return [
    {
      key: 'extraQuery',
      ...printOptional(joinCode(types, ' | '), true),
      doc: 'Query parameters that the documentation does not show, created with `assume`.',
    },
  ];
}

/** Lists the media types of the successes if there are several, so that a call can ask for one of them. */
export function listChoices({ responses, successes }: OperationPlan): readonly MediaPlan[] {
  const found = responses.flatMap(({ status, alternatives }) => (successes.includes(status) ? alternatives : []));
  const choices = [...new Map(found.map((media) => [media.mediaType.mediaType, media])).values()];
  return choices.length > 1 ? choices : [];
}

function listAccept(plan: OperationPlan): readonly Member[] {
  const choices = listChoices(plan);
  if (choices.length === 0) return [];
  return [
    {
      key: 'accept',
      ...printOptional(code`${choices.map(printMediaType).join(' | ')}`, true),
      doc: 'The media type to ask for; all of them by default. `contentType` of the outcome says which one arrived.',
    },
  ];
}

// Lists the arguments for a body, for each of its media types.
function listBodyVariants(
  { alternatives, required, requestBody }: BodyPlan,
  types: SchemaTypes,
): readonly (readonly Member[])[] {
  const doc = buildRequestBodyDoc(requestBody);
  return alternatives.map((media, index) => {
    const body: Member = {
      key: 'body',
      ...printOptional(printSentType(media, types), !required),
      ...(doc !== undefined && { doc }),
    };
    const mustSay = index > 0 || media.isRange;
    const contentType: Member = { key: 'contentType', ...printOptional(code`${printMediaType(media)}`, !mustSay) };
    return alternatives.length > 1 || mustSay ? [contentType, body] : [body];
  });
}

function printMediaType({ mediaType: { mediaType } }: MediaPlan): string {
  return /^[^`\\$]*\*[^`\\$]*$/.test(mediaType)
    ? `\`${mediaType.replaceAll('*', `$\{string}`)}\``
    : encodeString(mediaType);
}

function addVariants(
  file: TsFile,
  head: Declaration,
  members: readonly Member[],
  variants: readonly (readonly Member[])[],
): void {
  const types = variants.map(
    (variant) =>
      code`{ ${joinCode(
        variant.map(({ key, type, optional }) => code`${key}${optional ? '?' : ''}: ${type};`),
        ' ',
      )} }`,
  );
  if (members.length === 0) {
    file.addTypeAlias({ ...head, type: joinCode(types, ' | ') });
    return;
  }
  // Not exported, because nothing uses the common members alone.
  file.addInterface({ name: 'Common', local: true, members });
  file.addTypeAlias({ ...head, type: code`Common & (${joinCode(types, ' | ')})` });
}
