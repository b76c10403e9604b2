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
import type { SchemaTypes } from '../../../types/contract.js';
import { javaScript } from './fetch.js';
import { printLiteral, printParts } from './print-literal.js';
import { formatGaps, getArrival, nameVariable, type SampleRequest } from './request.js';
import type { SampleBody } from './request-body.js';

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
    `const client = createClient(${printParts(listClientOptions(request, client.names), '{}', javaScript)});`,
    ...formatGaps(plan).map((gap) => `// ${gap}`),
    ...printCall(calling, plan),
  ].join('\n');
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

function listClientOptions({ plan, server }: SampleRequest, names: Names): readonly string[] {
  const schemes = (plan.operation.security[0]?.schemes ?? []).map(({ scheme }) => scheme);
  const auth = schemes.flatMap((scheme) => printCredential(scheme, names));
  const isPlain = /^http:\/\/(?!localhost[:/]|127\.|\[::1\])/i.test(`${server}/`);
  return [
    `baseUrl: ${encodeString(server)}`,
    ...(auth.length > 0 ? [`auth: ${printParts(auth, '{}', javaScript, '  ')}`] : []),
    ...(isPlain ? ['allowHttp: true'] : []),
  ];
}

function printCredential(scheme: SecurityScheme, names: Names): readonly string[] {
  if (scheme.type === 'mutualTLS') return [];
  const key = encodePropertyKey(names.securitySchemes.get(scheme) ?? scheme.name);
  const read = (suffix: string): string => `process.env.${nameVariable(scheme, suffix).variable}`;
  if (scheme.type === 'http' && scheme.scheme.toLowerCase() === 'basic')
    return [
      `${key}: ${printParts([`username: ${read('_USER')} ?? ''`, `password: ${read('_PASSWORD')} ?? ''`], '{}', javaScript, '    ')}`,
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
