/** Returns the text at a position: `benign`, or the text that a test chose for it. Each position has its own name. */
type TextAt = (position: string, benign: string) => string;

/** Encodes a name as a token of a JSON pointer in a URI fragment (RFC 6901, 6). */
function pointerToken(name: string): string {
  return encodeURIComponent(
    name
      .replaceAll('~', '~0')
      .replaceAll('/', '~1')
      .replace(/\p{Cs}/gu, '\ufffd'),
  );
}

/** The main subject of a description. There are several subjects, so that each description stays small. */
export const subjects = ['the whole', 'an operation', 'schemas'] as const;

/**
 * Builds a description about one of the subjects. It has a text at every position where the specification allows one.
 */
export function describeEverything(subject: (typeof subjects)[number], at: TextAt): object {
  const base = { openapi: '3.2.0', info: { title: 'Shop', version: '1' } };
  const pet = { $ref: `#/components/schemas/${pointerToken(at('schema', 'Pet'))}` };
  switch (subject) {
    case 'the whole':
      return { ...base, ...describeRoot(at) };
    case 'an operation': {
      const schemas = { [at('schema', 'Pet')]: { type: 'object', properties: { name: { type: 'string' } } } };
      const paths = { [`/${at('path', 'pets')}/{${at('path parameter', 'id')}}`]: describePathItem(at) };
      return { ...base, paths, components: { schemas, ...describeComponents(at) } };
    }
    case 'schemas': {
      const content = { 'application/json': { schema: pet } };
      const responses = { 200: { description: 'Saved.', content } };
      return {
        ...base,
        paths: { '/pets': { put: { requestBody: { content }, responses } } },
        components: { schemas: describeSchemas(at) },
      };
    }
  }
}

function describeRoot(at: TextAt): object {
  return {
    info: {
      title: at('info title', 'Shop'),
      summary: at('info summary', 'Sells.'),
      description: at('info description', 'Sells things.'),
      termsOfService: at('terms of service', 'https://shop.example/terms'),
      contact: {
        name: at('contact name', 'Jo'),
        url: at('contact url', 'https://shop.example'),
        email: at('contact email', 'jo@shop.example'),
      },
      license: { name: at('license name', 'MIT'), identifier: at('license identifier', 'MIT') },
      version: at('info version', '1'),
      [`x-${at('extension name', 'logo')}`]: at('extension value', 'logo'),
      'x-not-shown': [gap(at, 'rate-limit', 'policy')],
    },
    'x-resolved': [
      { id: 'old', answer: at('answer', 'Yes.'), source: at('answer source', 'mail'), date: '2026-01-02' },
    ],
    servers: [describeServer(at, 'root')],
    tags: [
      {
        name: at('tag', 'pets'),
        summary: at('tag summary', 'Pets'),
        description: at('tag description', 'All pets.'),
        kind: at('tag kind', 'nav'),
        externalDocs: { url: at('docs url', 'https://shop.example'), description: at('docs description', 'More.') },
      },
    ],
    security: [{ [at('api key', 'key')]: [] }, { [at('oauth', 'oauth')]: [at('scope', 'read')] }],
    paths: {
      [`/${at('path', 'pets')}`]: { get: { tags: [at('tag', 'pets')], responses: { 204: { description: 'Done.' } } } },
    },
    webhooks: { [at('webhook', 'sold')]: { post: { responses: { 204: { description: '' } } } } },
    components: { securitySchemes: describeSecuritySchemes(at) },
  };
}

function gap(at: TextAt, id: string, kind: string): object {
  return {
    id,
    kind,
    question: at(`${id} question`, 'What about it?'),
    source: at(`${id} source`, 'Document, 1'),
    known: at(`${id} known`, 'nothing'),
    guess: at(`${id} guess`, 'ten'),
  };
}

function describeServer(at: TextAt, where: string): object {
  const variable = at(`${where} variable`, 'region');
  return {
    url: `https://{${variable}}.${at(`${where} url`, 'shop.example')}`,
    name: at(`${where} server name`, 'main'),
    description: at(`${where} server description`, 'The main one.'),
    variables: {
      [variable]: {
        default: at(`${where} region`, 'eu'),
        enum: [at(`${where} region`, 'eu'), at(`${where} other region`, 'us')],
        description: at(`${where} variable description`, 'Where.'),
      },
    },
  };
}

const content = (at: TextAt, mediaType: string, schema: object): object => ({
  [mediaType]: {
    schema,
    examples: {
      [at(`example of ${mediaType}`, 'first')]: {
        summary: at('example summary', 'One'),
        description: at('example description', 'One example.'),
        dataValue: { any: at('example value', 'value') },
        serializedValue: at('serialized example', '{}'),
      },
    },
  },
});

function describePathItem(at: TextAt): object {
  const pet = { $ref: `#/components/schemas/${pointerToken(at('schema', 'Pet'))}` };
  const text = { type: 'string' };
  return {
    summary: at('path summary', 'A pet'),
    description: at('path description', 'One pet.'),
    servers: [describeServer(at, 'path')],
    parameters: [
      {
        name: at('path parameter', 'id'),
        in: 'path',
        required: true,
        description: at('parameter description', 'Which.'),
        schema: text,
      },
      {
        name: at('query parameter', 'limit'),
        in: 'query',
        schema: { ...text, default: at('parameter default', 'ten') },
        'x-not-shown': [gap(at, 'limit-behaviour', 'behaviour')],
      },
      { name: at('header parameter', 'X-Trace'), in: 'header', schema: { type: 'array', items: text } },
      { name: at('cookie parameter', 'session'), in: 'cookie', schema: text },
      {
        name: at('deep parameter', 'filter'),
        in: 'query',
        style: 'deepObject',
        schema: { type: 'object', properties: { [at('deep property', 'color')]: text } },
      },
      { $ref: `#/components/parameters/${pointerToken(at('component parameter', 'Page'))}` },
    ],
    post: {
      operationId: at('operation', 'savePet'),
      summary: at('operation summary', 'Save a pet'),
      description: at('operation description', 'Saves it.'),
      externalDocs: { url: at('operation docs', 'https://shop.example/save') },
      requestBody: {
        description: at('body description', 'The pet.'),
        content: {
          ...content(at, 'application/json', pet),
          [`application/${at('media type', 'vnd.shop')}+json`]: { schema: pet },
          'multipart/form-data': {
            schema: {
              type: 'object',
              properties: { [at('field', 'photo')]: { type: 'string', contentMediaType: 'image/png' }, name: text },
            },
            encoding: { [at('field', 'photo')]: { contentType: at('encoding type', 'x/own') } },
          },
        },
      },
      responses: {
        200: {
          description: at('response description', 'Saved.'),
          summary: at('response summary', 'Saved'),
          headers: { [at('header', 'X-Rate')]: { description: at('header description', 'Left.'), schema: text } },
          content: content(at, 'application/json', pet),
          links: {
            [at('link', 'next')]: {
              operationId: at('operation', 'savePet'),
              description: at('link description', 'Goes on.'),
              parameters: { [at('path parameter', 'id')]: at('link expression', '$response.body#/id') },
              requestBody: at('link body', '$request.body'),
            },
          },
        },
        default: { $ref: `#/components/responses/${pointerToken(at('component response', 'Problem'))}` },
      },
      callbacks: {
        [at('callback', 'onSale')]: {
          [at('expression', '{$request.body#/url}')]: { post: { responses: { 204: { description: '' } } } },
        },
      },
    },
  };
}

function describeComponents(at: TextAt): object {
  return {
    parameters: {
      [at('component parameter', 'Page')]: {
        name: at('page parameter', 'page'),
        in: 'query',
        content: { 'application/json': { schema: { type: 'object', properties: { n: { type: 'integer' } } } } },
      },
    },
    responses: {
      [at('component response', 'Problem')]: {
        description: at('problem description', 'It failed.'),
        content: content(at, 'application/problem+json', {
          type: 'object',
          required: ['detail'],
          properties: { detail: { type: 'string' }, [at('problem property', 'hint')]: { type: 'string' } },
        }),
      },
    },
  };
}

function describeSecuritySchemes(at: TextAt): object {
  return {
    [at('api key', 'key')]: {
      type: 'apiKey',
      in: 'header',
      name: at('key header', 'X-Key'),
      description: at('scheme description', 'A key.'),
    },
    [at('http scheme', 'web')]: { type: 'http', scheme: 'bearer', bearerFormat: at('bearer format', 'JWT') },
    [at('oauth', 'oauth')]: {
      type: 'oauth2',
      flows: {
        authorizationCode: {
          authorizationUrl: at('authorization url', 'https://shop.example/authorize'),
          tokenUrl: at('token url', 'https://shop.example/token'),
          refreshUrl: at('refresh url', 'https://shop.example/refresh'),
          scopes: { [at('scope', 'read')]: at('scope description', 'Read.') },
        },
      },
    },
    [at('open id', 'login')]: { type: 'openIdConnect', openIdConnectUrl: at('open id url', 'https://shop.example/id') },
  };
}

function describeSchemas(at: TextAt): object {
  const kind = at('discriminator', 'kind');
  const text = { type: 'string' };
  const named = (position: string, benign: string): object => ({
    $ref: `#/components/schemas/${pointerToken(at(position, benign))}`,
  });
  const withKind = (values: readonly string[], more: object): object => ({
    type: 'object',
    required: [kind],
    properties: { [kind]: values.length > 0 ? { ...text, enum: values } : text, ...more },
  });
  return {
    [at('schema', 'Pet')]: {
      title: at('schema title', 'A pet'),
      description: at('schema description', 'An animal.'),
      $comment: at('schema comment', 'Internal.'),
      externalDocs: { url: at('schema docs', 'https://shop.example/pet') },
      type: 'object',
      required: [at('required property', 'name')],
      properties: {
        [at('required property', 'name')]: { ...text, description: at('property description', 'Its name.') },
        [at('optional property', 'note')]: { ...text, default: at('property default', 'none') },
        [at('hidden property', 'secret')]: { ...text, writeOnly: true },
        stateOfSale: { ...text, enum: [at('enum value', 'sold'), at('other enum value', 'free')] },
        open: {
          anyOf: [{ enum: [at('open value', 'new'), 'old'] }, text],
          'x-not-shown': [gap(at, 'open-values', 'values')],
        },
        sort: { const: at('const', 'pet') },
        when: { ...text, format: at('format', 'x-own') },
        code: { ...text, pattern: at('pattern', '^[a-z]+$') },
        data: { ...text, contentMediaType: at('content type', 'image/png'), contentEncoding: at('encoding', 'base64') },
        sample: {
          examples: [at('example', 'one')],
          default: { [at('default key', 'deep')]: at('default value', 'x') },
        },
        tagged: named('union', 'Animal'),
        own: { type: 'object', title: at('inline title', 'Owner'), properties: { [at('inner property', 'id')]: text } },
        map: { patternProperties: { [at('property pattern', '^x-')]: text }, additionalProperties: { type: 'number' } },
        anything: { 'x-not-shown': [gap(at, 'any-shape', 'shape')] },
      },
      dependentRequired: { [at('optional property', 'note')]: [at('hidden property', 'secret')] },
      xml: { name: at('xml name', 'pet'), namespace: at('xml namespace', 'https://shop.example'), prefix: 'p' },
    },
    [at('union', 'Animal')]: {
      oneOf: [named('cat', 'Cat'), named('dog', 'Dog')],
      discriminator: {
        propertyName: kind,
        mapping: { [at('mapped value', 'cat')]: `#/components/schemas/${pointerToken(at('cat', 'Cat'))}` },
      },
    },
    [at('cat', 'Cat')]: withKind([at('mapped value', 'cat')], { meow: { type: 'boolean' } }),
    [at('dog', 'Dog')]: withKind([], { bark: { $ref: '#/components/schemas/Base/$defs/Definition' } }),
    Base: {
      'x-identifier': 'PlainBase',
      $defs: { Definition: { ...text, description: at('definition description', 'A sound.') } },
      allOf: [withKind([], {}), { 'x-source': at('source', '1') }],
    },
  };
}
