import type { oas32 } from 'openapi3-ts';
import type { SchemaKeyword } from './schema-keywords.js';

/**
 * The objects of OpenAPI as openapi3-ts types them, except the Schema Object, whose keywords have their own table. `*` is
 * a name that the author of a description chooses.
 */
interface Standard {
  openapi: oas32.OpenAPIObject;
  info: oas32.InfoObject;
  contact: oas32.ContactObject;
  license: oas32.LicenseObject;
  server: oas32.ServerObject;
  serverVariable: oas32.ServerVariableObject;
  components: oas32.ComponentsObject;
  paths: { '*': oas32.PathItemObject };
  pathItem: oas32.PathItemObject;
  operation: oas32.OperationObject;
  externalDocs: oas32.ExternalDocumentationObject;
  parameter: Pick<oas32.ParameterObject, 'name' | 'in'>;
  requestBody: oas32.RequestBodyObject;
  mediaType: oas32.MediaTypeObject;
  encoding: oas32.EncodingPropertyObject;
  responses: { '*': oas32.ResponseObject };
  response: oas32.ResponseObject;
  callback: { '*': oas32.PathItemObject };
  example: oas32.ExampleObject;
  link: oas32.LinkObject;
  header: oas32.BaseParameterObject;
  tag: oas32.TagObject;
  reference: oas32.ReferenceObject;
  discriminator: oas32.DiscriminatorObject;
  xml: oas32.XmlObject;
  securityScheme: oas32.SecuritySchemeObject;
  oauthFlows: oas32.OAuthFlowsObject;
  oauthFlow: oas32.OAuthFlowObject;
  securityRequirement: { '*': string[] };
}

/** The fields of an object in the types of openapi3-ts, without extensions. */
export type StandardField<T> = keyof {
  [K in keyof T as string extends K ? never : K extends `x-${string}` ? never : K]: T[K];
};

type TabledObject = keyof Standard;

/** The objects of OpenAPI. */
export type ObjectName = TabledObject | 'schema';

/**
 * What a field holds: an object, a list of objects (`[]`), a map of objects (`{}`), or a `value`. `data` is a literal
 * value, in which `$ref` is an ordinary name. A `sample` is an example, which is also a literal.
 */
type Held = ObjectName | `${ObjectName}[]` | `${ObjectName}{}` | 'value' | 'data' | 'sample';

type Holding = Held | `${Held} 3.1` | `${Held} 3.2`;

interface ObjectRow {
  /** Its name in the OpenAPI Specification. */
  readonly title: string;
  /** What each field holds, and the version that added it. */
  readonly fields: { readonly [field: string]: Holding };
  /** Another object whose fields this object also has. */
  readonly like?: TabledObject;
}

/** Every object with its fields, from OpenAPI 3.0 to 3.2. Other lists of fields derive from this table. */
const rows = {
  openapi: {
    title: 'OpenAPI Object',
    fields: {
      openapi: 'value',
      $self: 'value 3.2',
      info: 'info',
      jsonSchemaDialect: 'value 3.1',
      servers: 'server[]',
      paths: 'paths',
      webhooks: 'pathItem{} 3.1',
      components: 'components',
      security: 'securityRequirement[]',
      tags: 'tag[]',
      externalDocs: 'externalDocs',
    },
  },
  info: {
    title: 'Info Object',
    fields: {
      title: 'value',
      summary: 'value 3.1',
      description: 'value',
      termsOfService: 'value',
      contact: 'contact',
      license: 'license',
      version: 'value',
    },
  },
  contact: { title: 'Contact Object', fields: { name: 'value', url: 'value', email: 'value' } },
  license: { title: 'License Object', fields: { name: 'value', identifier: 'value 3.1', url: 'value' } },
  server: {
    title: 'Server Object',
    fields: { url: 'value', description: 'value', name: 'value 3.2', variables: 'serverVariable{}' },
  },
  serverVariable: {
    title: 'Server Variable Object',
    fields: { enum: 'value', default: 'value', description: 'value' },
  },
  components: {
    title: 'Components Object',
    fields: {
      schemas: 'schema{}',
      parameters: 'parameter{}',
      requestBodies: 'requestBody{}',
      responses: 'response{}',
      headers: 'header{}',
      examples: 'example{}',
      links: 'link{}',
      callbacks: 'callback{}',
      mediaTypes: 'mediaType{} 3.2',
      pathItems: 'pathItem{} 3.1',
      securitySchemes: 'securityScheme{}',
    },
  },
  paths: { title: 'Paths Object', fields: { '*': 'pathItem' } },
  pathItem: {
    title: 'Path Item Object',
    fields: {
      $ref: 'value',
      summary: 'value',
      description: 'value',
      get: 'operation',
      put: 'operation',
      post: 'operation',
      delete: 'operation',
      options: 'operation',
      head: 'operation',
      patch: 'operation',
      trace: 'operation',
      query: 'operation 3.2',
      additionalOperations: 'operation{} 3.2',
      servers: 'server[]',
      parameters: 'parameter[]',
    },
  },
  operation: {
    title: 'Operation Object',
    fields: {
      tags: 'value',
      summary: 'value',
      description: 'value',
      externalDocs: 'externalDocs',
      operationId: 'value',
      parameters: 'parameter[]',
      requestBody: 'requestBody',
      responses: 'responses',
      callbacks: 'callback{}',
      deprecated: 'value',
      security: 'securityRequirement[]',
      servers: 'server[]',
    },
  },
  externalDocs: { title: 'External Documentation Object', fields: { description: 'value', url: 'value' } },
  parameter: { title: 'Parameter Object', fields: { name: 'value', in: 'value' }, like: 'header' },
  requestBody: {
    title: 'Request Body Object',
    fields: { description: 'value', content: 'mediaType{}', required: 'value' },
  },
  mediaType: {
    title: 'Media Type Object',
    fields: {
      schema: 'schema',
      itemSchema: 'schema 3.2',
      example: 'sample',
      examples: 'example{}',
      encoding: 'encoding{}',
      prefixEncoding: 'encoding[] 3.2',
      itemEncoding: 'encoding 3.2',
    },
  },
  encoding: {
    title: 'Encoding Object',
    fields: {
      contentType: 'value',
      headers: 'header{}',
      style: 'value',
      explode: 'value',
      allowReserved: 'value',
      encoding: 'encoding{} 3.2',
      prefixEncoding: 'encoding[] 3.2',
      itemEncoding: 'encoding 3.2',
    },
  },
  responses: { title: 'Responses Object', fields: { '*': 'response' } },
  response: {
    title: 'Response Object',
    fields: {
      summary: 'value 3.2',
      description: 'value',
      headers: 'header{}',
      content: 'mediaType{}',
      links: 'link{}',
    },
  },
  callback: { title: 'Callback Object', fields: { '*': 'pathItem' } },
  example: {
    title: 'Example Object',
    fields: {
      summary: 'value',
      description: 'value',
      dataValue: 'sample 3.2',
      serializedValue: 'value 3.2',
      value: 'sample',
      externalValue: 'value',
    },
  },
  link: {
    title: 'Link Object',
    fields: {
      operationRef: 'value',
      operationId: 'value',
      parameters: 'data',
      requestBody: 'data',
      description: 'value',
      server: 'server',
    },
  },
  header: {
    title: 'Header Object',
    fields: {
      description: 'value',
      required: 'value',
      deprecated: 'value',
      allowEmptyValue: 'value',
      style: 'value',
      explode: 'value',
      allowReserved: 'value',
      schema: 'schema',
      content: 'mediaType{}',
      example: 'sample',
      examples: 'example{}',
    },
  },
  tag: {
    title: 'Tag Object',
    fields: {
      name: 'value',
      summary: 'value 3.2',
      description: 'value',
      externalDocs: 'externalDocs',
      parent: 'value 3.2',
      kind: 'value 3.2',
    },
  },
  reference: { title: 'Reference Object', fields: { $ref: 'value', summary: 'value', description: 'value' } },
  discriminator: {
    title: 'Discriminator Object',
    fields: { propertyName: 'value', mapping: 'data', defaultMapping: 'value 3.2' },
  },
  xml: {
    title: 'XML Object',
    fields: {
      nodeType: 'value 3.2',
      name: 'value',
      namespace: 'value',
      prefix: 'value',
      attribute: 'value',
      wrapped: 'value',
    },
  },
  securityScheme: {
    title: 'Security Scheme Object',
    fields: {
      type: 'value',
      description: 'value',
      name: 'value',
      in: 'value',
      scheme: 'value',
      bearerFormat: 'value',
      flows: 'oauthFlows',
      openIdConnectUrl: 'value',
      oauth2MetadataUrl: 'value 3.2',
      deprecated: 'value 3.2',
    },
  },
  oauthFlows: {
    title: 'OAuth Flows Object',
    fields: {
      implicit: 'oauthFlow',
      password: 'oauthFlow',
      clientCredentials: 'oauthFlow',
      authorizationCode: 'oauthFlow',
      deviceAuthorization: 'oauthFlow 3.2',
    },
  },
  oauthFlow: {
    title: 'OAuth Flow Object',
    fields: {
      authorizationUrl: 'value',
      deviceAuthorizationUrl: 'value 3.2',
      tokenUrl: 'value',
      refreshUrl: 'value',
      scopes: 'value',
    },
  },
  securityRequirement: { title: 'Security Requirement Object', fields: { '*': 'data' } },
} as const;

type Rows = typeof rows;

/** The name of each object in the OpenAPI Specification. */
export type ObjectKind = Rows[TabledObject]['title'] | 'Schema Object';

type LikeFields<O extends TabledObject> = Rows[O] extends { readonly like: infer L extends TabledObject }
  ? keyof Rows[L]['fields']
  : never;

/** The keywords of each object, without extensions and names that the author chooses. */
export type Keywords = {
  readonly [O in TabledObject as Rows[O]['title']]: Exclude<keyof Rows[O]['fields'], '*'> | LikeFields<O>;
} & { readonly 'Schema Object': SchemaKeyword };

/** A field of an object. */
export interface ObjectField {
  readonly name: string;
  /** The object in the field, or in its list or map; absent: it holds no object. */
  readonly object?: ObjectName;
  readonly holds: 'object' | 'list' | 'map' | 'value' | 'data' | 'sample';
  readonly since?: '3.1' | '3.2';
}

type Checked<O extends TabledObject> = {
  readonly [F in StandardField<Standard[O]> | keyof Rows[O]['fields']]: F extends StandardField<Standard[O]>
    ? Holding
    : never;
};

// A field that the standard does not have, or one that is missing in the table, does not compile here.
const table: { readonly [O in TabledObject]: ObjectRow } = rows satisfies {
  readonly [O in TabledObject]: { readonly fields: Checked<O> };
};

function readField(name: string, text: string): ObjectField {
  const [held = '', since] = text.split(' ');
  const version = since === '3.1' || since === '3.2' ? ({ since } as const) : {};
  if (held === 'value' || held === 'data' || held === 'sample') return { name, holds: held, ...version };
  const object = held.replace(/[[{].*/, '');
  if (object !== 'schema' && !isTabled(object)) throw new Error(`there is no object '${object}'`);
  return { name, object, holds: held.endsWith('[]') ? 'list' : held.endsWith('{}') ? 'map' : 'object', ...version };
}

function isTabled(text: string): text is TabledObject {
  return Object.hasOwn(rows, text);
}

/** Every object but the Schema Object. */
export const tabledObjects: readonly TabledObject[] = Object.keys(rows).filter(isTabled);

/** Lists the fields of an object. The Schema Object has none here. */
export function listFields(object: ObjectName): readonly ObjectField[] {
  if (object === 'schema') return [];
  const { fields, like } = table[object];
  const own = Object.entries(fields).map(([name, text]) => readField(name, text));
  return like ? [...own, ...listFields(like)] : own;
}

/** Returns the name of an object in the OpenAPI Specification. */
export function getTitle(object: ObjectName): ObjectKind {
  return object === 'schema' ? 'Schema Object' : rows[object].title;
}
