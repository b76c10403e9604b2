import { findSchemaOfContent, type SecurityScheme } from '../../../../model/api.js';
import { isList, isObject, type JsonValue } from '../../../../model/element.js';
import { isInteger } from '../../../../model/json-type.js';
import { printExactJson } from '../../../../model/print-json.js';
import type { Schema } from '../../../../model/schema.js';
import type { Names, OperationNames } from '../../../../naming/names.js';
import { isBlank } from '../../../../samples/blank.js';
import { encodeBigint, encodePropertyKey, encodeString } from '../../../../typescript/code.js';
import { findMember } from '../../../../typescript/encode-wire.js';
import type { ConversionPlan } from '../../../../views/conversions.js';
import type { OperationPlan } from '../../../../wire/plan.js';
import type { EmitInput } from '../../../emitter.js';
import { listUsedSchemes } from '../../../server/contract.js';
import type { SchemaTypes } from '../../../types/contract.js';
import { javaScript } from './fetch.js';
import { printLiteral, printParts } from './print-literal.js';
import { buildSampleRequest, formatGaps, getArrival, nameVariable, type SampleRequest } from './request.js';
import { listBodyExamples, type SampleBody } from './request-body.js';

/** The imports of a sample's module: the names of its operation, and the types in code. */
export interface ClientNames {
  readonly own: OperationNames;
  readonly names: Names;
  readonly types: SchemaTypes;
}

/**
 * Prints a request as a module that uses the generated client. Comments list the gaps of the parts that it leaves out.
 */
export function printTypeScriptSample(request: SampleRequest, client: ClientNames): string {
  const { own } = client;
  const { plan, body } = request;
  const args = listArguments(request, client);
  const call = ownNames.has(own.identifier) ? `${own.identifier}Operation` : own.identifier;
  const imports = [
    ...(args.some((arg) => arg.includes('assume(')) ? ['assume'] : []),
    'createClient',
    call === own.identifier ? call : `${own.identifier} as ${call}`,
  ];
  const usesFile = body?.kind === 'file' || (body?.kind === 'fields' && body.fields.some((field) => 'file' in field));
  const given = args.length === 0 ? '' : `, ${printParts(args, '{}', javaScript)}`;
  const calling = `await ${call}(client${given})`;
  return [
    ...(usesFile ? ["import { openAsBlob } from 'node:fs';"] : []),
    `import { ${imports.join(', ')} } from './client/index.js';`,
    '',
    `const client = createClient(${printParts(listClientOptions(request, client.names, readVariable), '{}', javaScript)});`,
    ...formatGaps(plan).map((gap) => `// ${gap}`),
    ...printCall(calling, plan),
  ].join('\n');
}

/** How the modules of a project use the output. */
export interface ModuleStyle {
  /** The specifier of a module of the output, such as `client/index`. */
  readonly specify: (module: string) => string;
  readonly isBrowser: boolean;
  /** Whether modules load others with `require`. */
  readonly requires: boolean;
  /** Whether `await` can be outside of functions. */
  readonly awaits: boolean;
}

/**
 * Prints four lines that call an operation of the generated client: the first one that only reads and needs no
 * arguments, if there is one. Returns `undefined` if the description has no operation.
 */
export function printFirstCall(
  { plans, names, types }: Pick<EmitInput, 'plans' | 'names' | 'types'>,
  { specify, isBrowser, requires, awaits }: ModuleStyle,
): readonly string[] | undefined {
  const costOf = (plan: OperationPlan): number =>
    (plan.operation.method === 'GET' && getArrival(plan) === 'whole' ? 0 : 1000) +
    plan.parameters.filter(({ parameter }) => parameter.required || !parameter.wireName.shown).length;
  const [plan] = [...plans.values()]
    .filter(({ operation }) => operation.kind === 'path')
    .sort((first, second) => costOf(first) - costOf(second));
  const own = plan && names.operations.get(plan.operation);
  if (plan === undefined || own === undefined) return undefined;
  const request = buildSampleRequest(plan, types.views, listBodyExamples(plan.body)[0]);
  const args = listArguments(request, { own, names, types });
  const call = ownNames.has(own.identifier) ? `${own.identifier}Operation` : own.identifier;
  const name = call === own.identifier ? call : `${own.identifier}${requires ? ':' : ' as'} ${call}`;
  const imported = [...(args.some((arg) => arg.includes('assume(')) ? ['assume'] : []), 'createClient', name];
  const server = request.server.replace(/^<[^>]*>/, isBrowser ? '' : 'http://localhost:8080') || '/';
  const options = listClientOptions({ ...request, server }, names, (variable) => encodeString(`<${variable}>`));
  const given = args.length === 0 ? '' : `, ${printParts(args, '{}', javaScript)}`;
  return [
    printImport(imported, specify('client/index'), requires),
    `const client = createClient(${printParts(options, '{}', javaScript)});`,
    `const result = ${awaits ? 'await ' : ''}${call}(client${given});`,
    awaits ? 'console.log(result);' : 'result.then(console.log, console.error);',
  ];
}

/** Prints four lines that start the generated server. */
export function printFirstServer(
  { api, names }: Pick<EmitInput, 'api' | 'names'>,
  { specify, requires, awaits }: ModuleStyle,
): readonly string[] {
  const keys = listUsedSchemes({ api }).map((scheme) =>
    encodePropertyKey(names.securitySchemes.get(scheme) ?? scheme.name),
  );
  const security = printParts(
    keys.map((key) => `${key}: () => undefined`),
    '{}',
    javaScript,
  );
  const server = `createServer(unimplemented${keys.length === 0 ? '' : `, { security: ${security} }`})`;
  return [
    printImport(['createServer', 'unimplemented'], specify('server/index'), requires),
    printImport(['listen'], specify('server/node'), requires),
    `const listening = ${awaits ? 'await ' : ''}listen(${server}, { port: 8080 });`,
    awaits ? 'console.log(listening.url);' : 'listening.then(({ url }) => console.log(url), console.error);',
  ];
}

function printImport(names: readonly string[], from: string, requires: boolean): string {
  const list = `{ ${names.join(', ')} }`;
  return requires ? `const ${list} = require(${encodeString(from)});` : `import ${list} from ${encodeString(from)};`;
}

const ownNames = new Set(['assume', 'client', 'console', 'createClient', 'item', 'openAsBlob', 'process', 'result']);

function printCall(calling: string, plan: OperationPlan): readonly string[] {
  const printItems = (items: string): string => `for await (const item of ${items}) console.log(item);`;
  const arrival = getArrival(plan);
  if (arrival === 'whole') return [`console.log(${calling});`];
  if (arrival === 'items') return [printItems(calling)];
  return [
    `const result = ${calling};`,
    `if (result instanceof Object && Symbol.asyncIterator in result) ${printItems('result')}`,
    'else console.log(result);',
  ];
}

/** Prints the value of a credential. With `isText`, it cannot be `undefined`. */
type PrintValue = (variable: string, isText: boolean) => string;

const readVariable: PrintValue = (variable, isText) => `process.env.${variable}${isText ? " ?? ''" : ''}`;

function listClientOptions({ plan, server }: SampleRequest, names: Names, print: PrintValue): readonly string[] {
  const schemes = (plan.operation.security[0]?.schemes ?? []).map(({ scheme }) => scheme);
  const auth = schemes.flatMap((scheme) => printCredential(scheme, names, print));
  const isPlain = /^http:\/\/(?!localhost[:/]|127\.|\[::1\])/i.test(`${server}/`);
  return [
    `baseUrl: ${encodeString(server)}`,
    ...(auth.length > 0 ? [`auth: ${printParts(auth, '{}', javaScript, '  ')}`] : []),
    ...(isPlain ? ['allowHttp: true'] : []),
  ];
}

function printCredential(scheme: SecurityScheme, names: Names, print: PrintValue): readonly string[] {
  if (scheme.type === 'mutualTLS') return [];
  const key = encodePropertyKey(names.securitySchemes.get(scheme) ?? scheme.name);
  const read = (suffix: string, isText = false): string => print(nameVariable(scheme, suffix).variable, isText);
  if (scheme.type === 'http' && scheme.scheme.toLowerCase() === 'basic')
    return [
      `${key}: ${printParts([`username: ${read('_USER', true)}`, `password: ${read('_PASSWORD', true)}`], '{}', javaScript, '    ')}`,
    ];
  return [`${key}: ${read(scheme.type === 'apiKey' ? '' : '_TOKEN')}`];
}

function listArguments(request: SampleRequest, client: ClientNames): readonly string[] {
  const { plan, values, body } = request;
  const { own, types } = client;
  const sent = plan.parameters.flatMap((each) => {
    const value = values.get(each);
    const { parameter } = each;
    if (value === undefined || (parameter.required && each.default !== undefined && !isGiven(value, each.default)))
      return [];
    const schema = findSchemaOfContent(parameter.content);
    const name = encodePropertyKey(own.parameters.get(parameter) ?? parameter.writtenName);
    return [`${name}: ${printValue(value, schema, types)}`];
  });
  return [...sent, ...(body ? listBodyArguments(body, types) : [])];
}

// Properties that the client fills in can be omitted.
function isGiven(value: JsonValue, standard: JsonValue): boolean {
  return printExactJson(value) !== printExactJson(standard);
}

function listBodyArguments(body: SampleBody, types: SchemaTypes): readonly string[] {
  const { media } = body;
  const type = media.isRange ? [`contentType: ${encodeString(body.mediaType)}`] : [];
  return [...type, `body: ${printBody(body, types)}`];
}

function printBody(body: SampleBody, types: SchemaTypes): string {
  const { media, value } = body;
  if (body.kind === 'file') return `await openAsBlob(${encodeString(body.name)})`;
  if (body.kind === 'fields') {
    const files = new Set(body.fields.flatMap((field) => ('file' in field ? [field.name] : [])));
    return printCode(value, media.mediaType.schema && types.conversions.planOf(media.mediaType.schema), {
      files,
      indent: '  ',
    });
  }
  if (media.items && body.kind === 'text') {
    const items = Array.isArray(value) ? value : [value];
    return printCode(items, undefined, { indent: '  ' });
  }
  if (body.kind === 'text' && media.held.client.kind === 'text') return encodeString(body.text);
  return printValue(value, media.mediaType.schema, types);
}

function printValue(value: JsonValue, schema: Schema | undefined, types: SchemaTypes): string {
  const printed = printCode(value, schema && types.conversions.planOf(schema), { indent: '  ' });
  return schema?.kind === 'not-shown' ? `assume(${encodeString(schema.gap.id)}, ${printed})` : printed;
}

interface Printing {
  readonly indent: string;
  /** The members of the outermost object that are files. */
  readonly files?: ReadonlySet<string>;
}

/** Prints a value as it is in code: a `Date` or a `bigint` where its schema is converted, and a file as `Blob`. */
function printCode(value: JsonValue, plan: ConversionPlan | undefined, { indent, files }: Printing): string {
  const inside = { indent: `${indent}  ` };
  if (isList(value)) {
    const items = value.map((item, index) => printCode(item, plan?.first[index] ?? plan?.items, inside));
    return printParts(items, '[]', javaScript, indent);
  }
  if (isObject(value)) {
    const by = plan?.by === undefined ? undefined : value[plan.by];
    const chosen = typeof by === 'string' && plan?.cases.has(by) ? plan.cases.get(by) : plan;
    const members = Object.entries(value).map(([name, member]: [string, JsonValue]) => {
      const printed = files?.has(name) ? printFile(member) : printCode(member, findMember(chosen, name), inside);
      return `${encodePropertyKey(name)}: ${printed}`;
    });
    return printParts(members, '{}', javaScript, indent);
  }
  const formats = plan?.own ?? new Set<string>();
  if (isInteger(value) && formats.has('int64')) return encodeBigint(value);
  const isDate = formats.has('date') || formats.has('date-time');
  if (typeof value === 'string' && isDate) return `new Date(${encodeString(value)})`;
  return printLiteral(value, javaScript, indent);
}

function printFile(value: JsonValue): string {
  const name = typeof value === 'string' && isBlank(value) ? value : '<file>';
  return isList(value) ? `[${printFile(value[0] ?? null)}]` : `await openAsBlob(${encodeString(name)})`;
}
