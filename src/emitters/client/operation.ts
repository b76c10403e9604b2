import { findSchemaOfContent, type Parameter, type Server } from '../../model/api.js';
import { nameIterators } from '../../naming/derived-names.js';
import type { OperationNames } from '../../naming/names.js';
import { type Code, code, encodeJson, encodeMemberAccess, encodeString, joinCode } from '../../typescript/code.js';
import { buildOperationDoc } from '../../typescript/doc-comment.js';
import { TsFile } from '../../typescript/ts-file.js';
import type { OperationPlan, ParameterPlan } from '../../wire/plan.js';
import { callRuntime, importRuntimeType, importRuntimeValue } from '../runtime-references.js';
import type { SchemaTypes } from '../types/contract.js';
import { addArgs, listChoices, listParametersGaps } from './args.js';
import { printAssumed, printBodyStatements } from './body.js';
import { type Converter, findHeldConversion, printSentArgument } from './convert.js';
import type { DefaultFillers } from './fill-defaults.js';
import { printOutcomeTypes, printResponseReaders, printStreamReaders } from './outcome.js';
import {
  type Argument,
  printArgument,
  printParameterStatement,
  printPathValue,
  printRequirement,
} from './parameter.js';
import { printSecurity } from './security.js';
import { findOwnServer, printCallAt } from './server.js';

/** The input of the modules of all operations. */
interface ClientPlan {
  readonly types: SchemaTypes;
  readonly fillers: DefaultFillers;
  /** The servers of the whole API. */
  readonly roots: readonly Server[];
  readonly converter: Converter;
}

/** One operation, and the input of its module. */
interface OperationInput extends ClientPlan {
  readonly plan: OperationPlan;
  readonly own: OperationNames;
}

/** Builds the module of one operation: its types, the operation, and its iterators if it is paginated. */
export function buildOperation(plan: OperationPlan, own: OperationNames, client: ClientPlan): TsFile {
  const input: OperationInput = { plan, own, ...client };
  const file = new TsFile(`client/${own.file}`);
  const { type: args, isOptional } = addArgs(file, plan, own, client.types);
  const { success, failure } = printOutcomeTypes(plan, client.types);
  file.addTypeAlias({
    name: `${own.type}Success`,
    doc: `The successful outcomes of \`${own.identifier}\`.`,
    type: success,
  });
  file.addTypeAlias({ name: `${own.type}Failure`, doc: `All other outcomes of \`${own.identifier}\`.`, type: failure });
  file.addTypeAlias({
    name: `${own.type}Outcome`,
    doc: `All outcomes of \`${own.identifier}\`.`,
    type: code`${own.type}Success | ${own.type}Failure`,
  });
  const doc = buildOperationDoc(plan.operation);
  file.addConstant({
    name: own.identifier,
    place: plan.operation.origin,
    ...(doc !== undefined && { doc }),
    type: code`${importRuntimeType('client/contract', 'Operation')}<${args}, ${own.type}Success, ${own.type}Failure>`,
    value: printOperation(input, printBuilder(input, isOptional)),
  });
  addIterators(file, plan, own, args);
  return file;
}

function printOperation({ plan, own, types, roots, converter }: OperationInput, builder: Code): Code {
  const { operation } = plan;
  const parts = [
    code`${encodeString(own.identifier)}`,
    code`${encodeString(operation.method)}`,
    code`${encodeString(plan.accept.join(', ') || '*/*')}`,
    printSecurity(operation.security, types.names),
    printResponseReaders(plan, converter),
    builder,
  ];
  const defined = code`/* @__PURE__ */ ${importRuntimeValue('client/client', 'defineOperation')}(\n${joinCode(
    parts.map((part) => code`  ${part},`),
    '\n',
  )}\n)`;
  const server = findOwnServer(operation, roots);
  const placed = server ? printCallAt(defined, server, roots) : defined;
  const streams = printStreamReaders(plan, converter);
  const call = streams ? callRuntime('client/stream', 'streamItems', placed, streams) : placed;
  const succeedsByDefault = plan.successes.length === 1 && plan.successes[0] === 'default';
  return succeedsByDefault ? callRuntime('client/default', 'succeedByDefault', call) : call;
}

// Prints the function that builds the request and returns its path.
function printBuilder(input: OperationInput, isOptional: boolean): Code {
  const { plan, own } = input;
  const path = printPathText(plan.path, (parameter) => printSent(parameter, input));
  const statements = listRequestStatements(input);
  const hasValues = plan.path.some((part) => 'parameter' in part);
  if (statements.length === 0) {
    const isOpen = plan.parameters.some(
      ({ parameter }) => findSchemaOfContent(parameter.content)?.kind === 'not-shown',
    );
    return hasValues ? code`(${isOpen ? 'draft' : '_draft'}, args: ${own.type}Args) => ${path}` : code`() => ${path}`;
  }
  const body = [...statements, code`return ${path};`].map((statement) => indent(statement));
  const takes = hasValues || listSent(plan).length > 0 || hasMoreArguments(plan);
  const args = takes ? code`, args: ${own.type}Args${isOptional ? ' = {}' : ''}` : '';
  return code`(draft${args}) => {\n${joinCode(body, '\n')}\n  }`;
}

function listRequestStatements(input: OperationInput): Code[] {
  const { plan, fillers, converter } = input;
  const sent = listSent(plan);
  const [gap] = listParametersGaps(plan.operation);
  const writeExtra = importRuntimeValue('write/not-shown', 'writeExtraQuery');
  return [
    // A declared redirect is a response, so the client does not follow it.
    ...(plan.responses.some(({ status }) => /^3(XX|0[12378])$/.test(`${status}`))
      ? [code`draft.init.redirect = 'manual';`]
      : []),
    ...(plan.query === undefined ? [] : [code`draft.query = ${encodeString(`?${plan.query}`)};`]),
    ...sent.map((one) => printParameterStatement(one, printSent(one, input), converter)),
    ...(gap ? [code`${writeExtra}(draft, ${encodeString(gap.id)}, args.extraQuery);`] : []),
    ...(listChoices(plan).length > 0
      ? [code`${importRuntimeValue('write/draft', 'setAccept')}(draft, args.accept);`]
      : []),
    ...sent.flatMap((one) => printRequirement(one, readArgument(one, input), input.types.conversions) ?? []),
    ...(plan.body ? printBodyStatements(plan.body, fillers, converter) : []),
  ];
}

// Lists the parameters that are not part of the path.
function listSent({ parameters }: OperationPlan): readonly ParameterPlan[] {
  return parameters.filter(({ parameter }) => parameter.location !== 'path');
}

function hasMoreArguments(plan: OperationPlan): boolean {
  return listParametersGaps(plan.operation).length > 0 || listChoices(plan).length > 0 || plan.body !== undefined;
}

function readArgument(parameter: ParameterPlan, { own, converter, types }: OperationInput): Code {
  const name = own.parameters.get(parameter.parameter) ?? parameter.parameter.writtenName;
  return printSentArgument(parameter, printArgument(parameter, name, types.conversions), converter);
}

function printSent(parameter: ParameterPlan, input: OperationInput): Argument {
  return {
    code: printAssumed(findSchemaOfContent(parameter.parameter.content), readArgument(parameter, input)),
    isWritten: findHeldConversion(parameter, input.converter) !== undefined,
  };
}

function indent({ parts }: Code): Code {
  const inside = parts.map((part) => (typeof part === 'string' ? part.replaceAll('\n', '\n    ') : part));
  return code`    ${{ kind: 'code', parts: inside }}`;
}

/**
 * Declares the iterators over the pages and items of a paginated operation (`x-pagination`). They are separate, so that
 * bundlers can remove them.
 */
function addIterators(file: TsFile, plan: OperationPlan, own: OperationNames, args: Code): void {
  const { pagination } = plan.operation;
  if (!pagination?.page) return;
  const [pages, all] = nameIterators(own.identifier);
  const body = code`${own.type}Success['body']`;
  const list = code`NonNullable<${body}[${encodeString(pagination.items)}]>`;
  const paginate = importRuntimeType('client/pages', 'Paginate');
  file.addConstant({
    name: pages,
    doc: `Iterates over the pages of \`${own.identifier}\`, beginning with the page in the arguments.`,
    type: code`${importRuntimeType('client/pages', 'Pages')}<${args}, ${body}>`,
    value: code`/* @__PURE__ */ ${importRuntimeValue('client/pages', 'definePages')}(${own.identifier}, {\n${printFields(plan, own)}\n})`,
  });
  file.addConstant({
    name: all,
    doc: `Iterates over the items of all pages of \`${own.identifier}\`, beginning with the page in the arguments.`,
    type: code`${paginate}<${args}, ${list}[number]>`,
    value: code`/* @__PURE__ */ ${importRuntimeValue('client/pages', 'defineItems')}(${pages}, (body) => body${encodeMemberAccess(pagination.items)})`,
  });
}

function printFields({ operation, parameters }: OperationPlan, own: OperationNames): Code {
  const { pagination } = operation;
  if (!pagination?.page) return code``;
  const argument = (parameter: Parameter): string => encodeString(own.parameters.get(parameter) ?? '');
  const standard = (parameter: Parameter): string | undefined => {
    const value = parameters.find((plan) => plan.parameter === parameter)?.default;
    return typeof value === 'number' ? encodeJson(value) : undefined;
  };
  const { page, limit, items, total, pageField, limitField } = pagination;
  const lines: string[] = [`page: [${argument(page)}, ${standard(page) ?? '1'}]`];
  if (limit) lines.push(`limit: [${[argument(limit), standard(limit) ?? []].flat().join(', ')}]`);
  for (const [key, field] of Object.entries({ items, total, pageField, limitField })) {
    if (field !== undefined) lines.push(`${key}: ${encodeString(field)}`);
  }
  return joinCode(
    lines.map((line) => `  ${line},`),
    '\n',
  );
}

type PathPart = OperationPlan['path'][number];

/** Prints the path of a request. `argumentOf` returns the argument of a parameter. */
function printPathText(path: readonly PathPart[], argumentOf: (plan: ParameterPlan) => Argument): Code | string {
  if (!path.some((part) => 'parameter' in part)) return encodeString(path.map(findLiteral).join(''));
  const segments = splitSegments(path).map((segment) => printSegment(segment, argumentOf));
  return code`\`${joinCode(segments, '/')}\``;
}

function splitSegments(path: readonly PathPart[]): PathPart[][] {
  const segments: PathPart[][] = [[]];
  for (const part of path) {
    const [first, ...others] = 'literal' in part ? part.literal.split('/').map((literal) => ({ literal })) : [part];
    if (first) segments.at(-1)?.push(first);
    for (const each of others) segments.push([each]);
  }
  return segments.map((segment) => segment.filter((part) => 'parameter' in part || part.literal !== ''));
}

// Only a segment that consists of dots can change the path.
function printSegment(segment: readonly PathPart[], argumentOf: (plan: ParameterPlan) => Argument): Code {
  const [first, ...others] = segment;
  if (first && 'parameter' in first && others.length === 0)
    return code`\${${printPathValue(first.parameter, argumentOf(first.parameter), true)}}`;
  const text = joinCode(
    segment.map((part) =>
      'literal' in part
        ? part.literal.replace(/[`\\$]/g, '\\$&')
        : code`\${${printPathValue(part.parameter, argumentOf(part.parameter), false)}}`,
    ),
    '',
  );
  const named = segment.flatMap((part) => ('parameter' in part ? [part.parameter.parameter.writtenName] : []))[0];
  if (named === undefined || !/^(\.|%2e)*$/i.test(segment.map(findLiteral).join(''))) return text;
  return code`\${${importRuntimeValue('write/path', 'wholeSegment')}(${encodeString(named)}, \`${text}\`)}`;
}

function findLiteral(part: PathPart): string {
  return 'literal' in part ? part.literal : '';
}
