import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { isObject, lookUp } from '../agreement/json-schema.js';
import { makeDraw, makeInstance } from '../agreement/make-instances.js';

/** A description as callers read it: its operations, and a validator of another project. */
export interface Described {
  readonly root: unknown;
  readonly operations: readonly DescribedOperation[];
  readonly ajv: Ajv2020;
}
interface DescribedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly DescribedParameter[];
  readonly content: { readonly [mediaType: string]: { readonly schema?: unknown } };
}
interface DescribedParameter {
  readonly name: string;
  readonly in: string;
  /** The name under which the handler receives it. */
  readonly identifier: string;
  readonly schema?: unknown;
  /** The header that a request must also have unless the parameter has its default. */
  readonly requires?: string;
}

/** The content of a request: the texts of its parameters by name, and its body. */
interface Parts {
  readonly texts: ReadonlyMap<string, string>;
  readonly body: unknown;
}

/** Reads a description. `wireNames` contains names for parameters without one, by the id of their gap. */
export function readDescribed(spec: string, wireNames: { readonly [gap: string]: string | undefined }): Described {
  const root: unknown = parse(readFileSync(spec, 'utf8'));
  const ajv = new Ajv2020({ strict: false, logger: false });
  ajv.addFormat('date', (text) => /^\d{4}-\d\d-\d\d$/.test(text) && toDate(text) === text);
  ajv.addSchema({ $id: 'https://described/', ...Object(root) });
  const follow = (value: unknown): Record<string, unknown> => {
    const reference: unknown = Reflect.get(Object(value), '$ref');
    return typeof reference === 'string' ? follow(lookUp(root, reference)) : Object(value);
  };
  const readParameter = (given: unknown): DescribedParameter => {
    const parameter = follow(given);
    const { name: written, in: place, schema } = parameter;
    const gap = listOf(parameter['x-not-shown']).find((one) => follow(one)['kind'] === 'parameter-name');
    const name = String(gap ? wireNames[String(follow(gap)['id'])] : written);
    const identifier = String(parameter['x-identifier'] ?? identifierOf(String(written)));
    const requires = follow(parameter['x-requires'])['header'];
    return { name, in: String(place), identifier, schema, ...(typeof requires === 'string' && { requires }) };
  };
  const operations = Object.entries(follow(follow(root)['paths'])).flatMap(([path, item]) =>
    Object.entries(follow(item)).flatMap(([method, given]): DescribedOperation[] => {
      const operation = follow(given);
      if (typeof operation['operationId'] !== 'string') return [];
      const parameters = [...listOf(follow(item)['parameters']), ...listOf(operation['parameters'])].map(readParameter);
      const content = follow(follow(operation['requestBody'])['content']);
      const read = Object.entries(content).map(([mediaType, one]) => [mediaType, follow(one)] as const);
      return [{ id: operation['operationId'], method, path, parameters, content: Object.fromEntries(read) }];
    }),
  );
  return { root, operations, ajv };
}

/** Lists the mistakes in the arguments of a handler that the description does not allow. */
export function findWrong({ operations, ajv }: Described, id: string, args: Record<string, unknown>): string[] {
  const operation = operations.find((one) => one.id === id);
  if (!operation) return [`${id}: is not described`];
  const { parameters, content } = operation;
  const wrong = (schema: unknown, value: unknown, name: string): string[] => {
    if (value === undefined || !isObject(schema) || ajv.validate(refer(schema), value)) return [];
    return [`${id}: ${name}: ${ajv.errorsText()}`];
  };
  const type = typeof args['contentType'] === 'string' ? args['contentType'] : (Object.keys(content)[0] ?? '');
  const isAlone = ({ identifier, schema, requires }: DescribedParameter): boolean => {
    const needed = parameters.find(({ name }) => name === requires);
    const isUsual = args[identifier] === Reflect.get(Object(schema), 'default');
    return needed !== undefined && !isUsual && args[needed.identifier] === undefined;
  };
  return [
    ...parameters.flatMap(({ identifier, schema }) => wrong(schema, args[identifier], identifier)),
    ...parameters.filter(isAlone).map(({ identifier }) => `${id}: ${identifier} is alone`),
    ...wrong(content[type]?.schema, type.startsWith('multipart/') ? undefined : args['body'], 'body'),
  ];
}

/** Builds a valid request of an operation: a value for each of its parameters, and a JSON body if it has one. */
export function makeRight({ root, ajv }: Described, { parameters, content }: DescribedOperation, seed: number): Parts {
  const draw = makeDraw(seed);
  const make = (schema: unknown): unknown => {
    for (let tries = 0; tries < 50; tries += 1) {
      const value = makeInstance(root, schema, draw);
      if (!isObject(schema) || ajv.validate(refer(schema), value)) return value;
    }
    throw new Error(`no instance of ${JSON.stringify(schema)}`);
  };
  // An empty text is not a segment of a path.
  const texts = parameters.map(({ name, schema }) => [name, encodeURIComponent(String(make(schema))) || 'x'] as const);
  return { texts: new Map(texts), body: make(content['application/json']?.schema) };
}

/** Prints a request with primitive parameters as bytes of HTTP. */
export function writeRequest(
  { method, path, parameters, content }: DescribedOperation,
  { texts, body }: Parts,
): string {
  const textsIn = (place: string): (readonly [string, string])[] =>
    parameters.flatMap(({ name, in: own }) =>
      own === place && texts.has(name) ? [[name, texts.get(name) ?? '']] : [],
    );
  const target = textsIn('path').reduce((text, [name, value]) => text.replace(`{${name}}`, () => value), path);
  const query = textsIn('query').map(([name, value]) => `${encodeURIComponent(name)}=${value}`);
  const json = JSON.stringify(content['application/json'] ? body : undefined) ?? '';
  const lines = [
    `${method.toUpperCase()} ${target}${query.length > 0 ? `?${query.join('&')}` : ''} HTTP/1.1`,
    ...['Host: h', 'Authorization: Bearer t', 'Connection: close'],
    ...textsIn('header').map(([name, value]) => `${name}: ${value}`),
    ...(json === '' ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(json)}`]),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${json}`;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const refer = (schema: object): object => JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"https://described/#/'));
const toDate = (text: string): string | undefined =>
  Number.isNaN(Date.parse(text)) ? undefined : new Date(text).toISOString().slice(0, 10);
const identifierOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, '')
    .replace(/[^a-z0-9]+(.)/g, (_, letter: string) => letter.toUpperCase());
