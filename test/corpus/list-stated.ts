import { encodeHtmlText } from '../../src/text/encode.js';

/** A statement of a description, and the HTML of the article that must contain it. */
interface Stated {
  readonly what: string;
  readonly html: string;
  /** The operation or component schema that must contain it in the article. If it is absent, any place is right. */
  readonly within?: Place;
}

/** A place in the article, recognized by its content. */
export interface Place {
  readonly kind: 'operation' | 'schema';
  readonly mark: string;
}

type Raw = { readonly [name: string]: unknown };

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];
const schemaMaps = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'];
const schemaMembers = `items additionalProperties not if then else contains propertyNames unevaluatedItems
  unevaluatedProperties contentSchema allOf anyOf oneOf prefixItems`.split(/\s+/);

/**
 * Lists what a description in one file states: everything that its operations reach, its component schemas and its
 * security schemes. Reads the text itself and does not use our model of it.
 */
export function listStated(root: Raw): readonly Stated[] {
  return new Reader(root).list();
}

class Reader {
  readonly #root: Raw;
  readonly #found: Stated[] = [];
  readonly #seen = new Set<unknown>();
  #within: Place | undefined;

  constructor(root: Raw) {
    this.#root = root;
  }

  list(): Stated[] {
    const { info, tags, servers, paths, webhooks, components } = this.#root;
    const { title, version } = toRaw(info);
    this.#add('title', text(title));
    this.#add('version', text(version));
    for (const tag of toList(tags)) this.#add('tag', text(tag['name']));
    this.#readServers(servers);
    for (const [path, item] of entries(paths)) if (!path.startsWith('x-')) this.#readPathItem(path, item);
    for (const [name, item] of entries(webhooks)) this.#readPathItem(name, item);
    const { schemas, securitySchemes } = toRaw(components);
    for (const [name, scheme] of entries(securitySchemes)) this.#readScheme(name, scheme);
    for (const [name, schema] of entries(schemas)) {
      this.#within = { kind: 'schema', mark: `<h3>${text(name)}<a ` };
      this.#readSchema(schema, true);
      this.#within = undefined;
    }
    return this.#found;
  }

  #add(what: string, html: string, within?: Place): void {
    this.#found.push({ what, html, ...(within !== undefined && { within }) });
  }

  #follow(value: unknown): Raw {
    let target = toRaw(value);
    for (let steps = 0; typeof target['$ref'] === 'string' && steps < 20; steps++) {
      const ref = target['$ref'];
      if (!ref.startsWith('#/')) return {};
      const tokens = decodeURIComponent(ref.slice(2)).split('/');
      let place: unknown = this.#root;
      for (const token of tokens) place = toRaw(place)[token.replaceAll('~1', '/').replaceAll('~0', '~')];
      target = toRaw(place);
    }
    return target;
  }

  #readServers(servers: unknown): void {
    for (const server of toList(servers)) {
      this.#add('server', code(server['url']));
      for (const [name] of entries(server['variables'])) this.#add('server variable', code(name));
    }
  }

  #readPathItem(path: string, value: unknown): void {
    const item = this.#follow(value);
    this.#readServers(item['servers']);
    const operations = [
      ...methods.flatMap((method) =>
        item[method] === undefined ? [] : [[method.toUpperCase(), item[method]] as const],
      ),
      ...entries(item['additionalOperations']),
    ];
    for (const [method, operation] of operations) this.#readOperation(method, path, toRaw(operation), item);
  }

  #readOperation(method: string, path: string, operation: Raw, item: Raw): void {
    const outer = this.#within;
    const mark = `<b>${text(method)}</b> ${code(path)}`;
    const place: Place = { kind: 'operation', mark };
    this.#within = place;
    const { summary, operationId, parameters, requestBody, responses, callbacks, security, servers } = operation;
    this.#add('operation', mark, place);
    if (summary !== undefined && summary !== '') this.#add('summary', text(summary), place);
    if (operationId !== undefined) this.#add('operationId', code(operationId), place);
    this.#readServers(servers);
    const own = toList(parameters).map((one) => this.#follow(one));
    const shared = toList(item['parameters'])
      .map((one) => this.#follow(one))
      .filter((one) => !own.some((other) => other['name'] === one['name'] && other['in'] === one['in']));
    for (const parameter of [...own, ...shared]) this.#readParameter(parameter, place);
    this.#readContent(this.#follow(requestBody)['content'], place);
    for (const [status, response] of entries(responses)) {
      if (!status.startsWith('x-')) this.#readResponse(status, this.#follow(response), place);
    }
    for (const requirement of toList(security ?? this.#root['security'])) {
      for (const [name, scopes] of entries(requirement)) {
        this.#add('security requirement', `${text(name)}</a>`, place);
        for (const scope of Array.isArray(scopes) ? scopes : []) this.#add('scope', code(scope), place);
      }
    }
    for (const [name, callback] of entries(callbacks)) {
      this.#add('callback', text(name), place);
      for (const [expression, one] of entries(this.#follow(callback))) this.#readPathItem(expression, one);
    }
    this.#within = outer;
  }

  #readParameter(parameter: Raw, within: Place): void {
    const { name, in: location } = parameter;
    // OpenAPI 3.2, 4.12.2: such a parameter "SHALL be ignored". A warning reports it.
    if (location === 'header' && /^(?:accept|content-type|authorization)$/i.test(String(name))) return;
    this.#add('parameter', `<dt>${text(name)} <i>${text(location)}`, within);
    this.#readValueOf(parameter);
  }

  #readResponse(status: string, response: Raw, within: Place): void {
    // The heading of a response, or the link to a response that several operations share.
    this.#add('response', `>${text(status)}`, within);
    for (const [name, header] of entries(response['headers'])) {
      if (/^content-type$/i.test(name)) continue;
      this.#add('header', `<dt>${text(name)}`, within);
      this.#readValueOf(this.#follow(header));
    }
    this.#readContent(response['content'], within);
    for (const [name] of entries(response['links'])) this.#add('link', code(name), within);
  }

  #readContent(content: unknown, within: Place): void {
    for (const [mediaType, value] of entries(content)) {
      this.#add('media type', code(mediaType), within);
      this.#readValueOf(this.#follow(value));
    }
  }

  #readValueOf(value: Raw): void {
    this.#readSchema(value['schema']);
    this.#readSchema(value['itemSchema']);
    for (const [name] of entries(value['examples'])) this.#add('example', `Example ${text(name)}`);
    for (const [mediaType, inner] of entries(value['content'])) {
      this.#add('media type', code(mediaType));
      this.#readValueOf(toRaw(inner));
    }
  }

  #readScheme(name: string, value: unknown): void {
    const scheme = this.#follow(value);
    this.#add('security scheme', `<h3>${text(name)}<a `);
    for (const [, flow] of entries(scheme['flows'])) {
      for (const [scope] of entries(toRaw(flow)['scopes'])) this.#add('scope', code(scope));
    }
    if (scheme['type'] === 'apiKey') this.#add('name of a key', text(scheme['name']));
  }

  #readSchema(value: unknown, isOwn = false): void {
    const schema = toRaw(value);
    if (this.#seen.has(value) || typeof schema['$ref'] === 'string') return;
    this.#seen.add(value);
    const within = isOwn ? this.#within : undefined;
    for (const [name] of entries(schema['properties'])) this.#add('property', `<dt>${text(name)}`, within);
    for (const [pattern] of entries(schema['patternProperties'])) this.#add('pattern of names', text(pattern), within);
    if (typeof schema['pattern'] === 'string') this.#add('pattern', text(schema['pattern']), within);
    for (const one of Array.isArray(schema['enum']) ? schema['enum'] : []) {
      if (one !== null) this.#add('value', text(JSON.stringify(one)), within);
    }
    if (schema['default'] !== undefined) this.#add('default', text(JSON.stringify(schema['default'])), within);
    for (const name of ['minimum', 'maximum', 'multipleOf', 'minLength', 'maxLength', 'minItems', 'maxItems']) {
      if (typeof schema[name] === 'number') this.#add(name, String(schema[name]), within);
    }
    for (const map of schemaMaps) for (const [, one] of entries(schema[map])) this.#readSchema(one);
    for (const name of schemaMembers) {
      const member = schema[name];
      for (const one of Array.isArray(member) ? member : [member]) this.#readSchema(one);
    }
  }
}

const text = (value: unknown): string => encodeHtmlText(String(value));
const code = (value: unknown): string => `<code>${text(value)}</code>`;

function isRaw(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toRaw(value: unknown): Raw {
  return isRaw(value) ? value : {};
}

function toList(value: unknown): Raw[] {
  return Array.isArray(value) ? value.filter(isRaw) : [];
}

function entries(value: unknown): [string, unknown][] {
  return Object.entries(toRaw(value));
}
