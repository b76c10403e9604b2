import fc from 'fast-check';
import { stylesOf } from '../wire/style-table.js';

/** An operation of a description, and the arguments of a call. */
export interface DrawnOperation {
  /** The path parameters follow a first segment that belongs only to this operation. */
  readonly path: string;
  readonly method: string;
  readonly operation: object;
  readonly values: fc.Arbitrary<DrawnArguments>;
}

/** The arguments of a call. */
interface DrawnArguments {
  readonly parameters: readonly DrawnArgument[];
  readonly body: Omit<DrawnArgument, 'where' | 'name'> | undefined;
  readonly contentType: string | undefined;
}

interface DrawnArgument {
  readonly where: string;
  readonly name: string;
  readonly value: unknown;
  /** The part of it that the request contains. */
  readonly sent: unknown;
}

/** A schema, and values that it accepts. */
interface Drawn {
  readonly schema: object;
  readonly values: fc.Arbitrary<unknown>;
}

type Version = '3.0.4' | '3.1.1' | '3.2.0';
type Where = 'path' | 'query' | 'header' | 'cookie';

const texts = fc.constantFrom(
  ...['', 'a', 'b c', 'ü漢🎈', '100%', '%2C', '%zz', 'a&b=c', '+', '1', 'true', 'null', '/', '?#', "it's", '~'],
  ...['$!*()', 'a:b@c', '"', 'a,b', 'a|b', 'a;b', '[x]', '{y}', '<z>', '..', 'a.b', '\\', '\r\n', ' x ', '__proto__'],
);
const names = [
  ...['a', 'B', 'x.y', 'x-y', 'é', 'a b', 'a&b', 'a=b', 'a+b', '%41', 'a%', "it's", '$f', '_', '1', 'a,b', 'a;b'],
  ...[
    'constructor',
    'toString',
    'default',
    'body',
    'contentType',
    'signal',
    'a:b',
    'a@b',
    '漢',
    '"q"',
    'a|b',
    '~',
    'a*',
  ],
  ...['__proto__', 'a[b]', 'a[]', 'a/b', 'a#b', 'a?b'],
];
const tokens = ['X-A', 'x.y', "x'y", 'X_b', 'x~y', 'x1', 'constructor', '__proto__', 'x|y', '$x'];

const integer = fc.integer({ min: -1000, max: 1000 });
const number = fc.oneof(integer, fc.constantFrom(0.5, -1e21, 1e-7, 1e21, 2 ** 53));
const primitives: readonly Drawn[] = [
  { schema: { type: 'string' }, values: texts },
  { schema: { type: 'string' }, values: texts },
  { schema: { type: 'integer' }, values: integer },
  { schema: { type: 'number' }, values: number },
  { schema: { type: 'boolean' }, values: fc.boolean() },
  { schema: { anyOf: [{ type: 'integer' }, { type: 'boolean' }] }, values: fc.oneof(integer, fc.boolean()) },
  { schema: { enum: ['a', 'b c'], type: 'string' }, values: fc.constantFrom('a', 'b c') },
];
const primitive = fc.constantFrom(...primitives);
const list = primitive.map(listOf);

function listOf({ schema, values }: Drawn): Drawn {
  return { schema: { type: 'array', items: schema }, values: fc.array(values, { maxLength: 3 }) };
}

/** Draws an object. Nothing else in the operation has the names of its members. */
function objectOf(pool: readonly string[], member: fc.Arbitrary<Drawn>, isOpen = false): fc.Arbitrary<Drawn> {
  return fc
    .tuple(
      fc.array(fc.tuple(member, fc.boolean()), { minLength: 1, maxLength: Math.min(3, pool.length) }),
      fc.boolean(),
    )
    .map(([members, isMore]) => {
      const named = members.map(([drawn, isNeeded], index) => ({ name: pool[index] ?? '', drawn, isNeeded }));
      const required = named.filter(({ isNeeded }) => isNeeded).map(({ name }) => name);
      const withMore = isOpen && isMore;
      const schema = {
        type: 'object',
        properties: record(named.map(({ name, drawn }) => [name, drawn.schema])),
        ...(required.length > 0 && { required }),
        additionalProperties: withMore ? { type: 'string' } : false,
      };
      const values = fc.tuple(
        fc.tuple(
          ...named.map(({ drawn, isNeeded }) =>
            isNeeded ? drawn.values : fc.option(drawn.values, { nil: undefined }),
          ),
        ),
        withMore ? fc.option(texts, { nil: undefined }) : fc.constant(undefined),
      );
      return {
        schema,
        values: values.map(([own, more]) =>
          record(
            [
              ...named.map(({ name }, index): [string, unknown] => [name, own[index]]),
              ['more', more] as [string, unknown],
            ].filter(([, value]) => value !== undefined),
          ),
        ),
      };
    });
}

// Also creates a member `__proto__`.
function record(entries: readonly (readonly [string, unknown])[]): object {
  const made = {};
  for (const [name, value] of entries)
    Object.defineProperty(made, name, { value, enumerable: true, configurable: true, writable: true });
  return made;
}

/** Draws any JSON value, for documents. */
function documentOf(pool: readonly string[]): fc.Arbitrary<Drawn> {
  const inner = objectOf(pool, fc.oneof(primitive, list), true);
  return fc.oneof(primitive, list, inner, inner.map(listOf), objectOf(pool, fc.oneof(inner, primitive), true));
}

interface DrawnParameter {
  readonly where: Where | 'querystring';
  readonly name: string;
  readonly parameter: object;
  readonly values: fc.Arbitrary<unknown>;
  readonly asSent: (value: unknown) => unknown;
}

function drawParameter(
  version: Version,
  name: string,
  pool: readonly string[],
  where: Where,
): fc.Arbitrary<DrawnParameter> {
  const allowed = stylesOf[where].filter((style) => style !== 'cookie' || version === '3.2.0');
  const common = (required: boolean): object => ({
    name,
    in: where,
    ...((required || where === 'path') && { required: true }),
  });
  const styled = fc
    .tuple(fc.constantFrom(...allowed), fc.boolean(), fc.boolean(), fc.boolean())
    .chain(([style, explode, reserved, required]) => {
      const isDelimited = style.endsWith('Delimited');
      const canReserve = version === '3.2.0' ? where !== 'header' && style !== 'cookie' : where === 'query';
      const isReserved = canReserve && reserved;
      // Percent-encoded triples stay as they are (RFC 6570, 3.2.3), so they could not be read back.
      const own = isReserved ? pool.filter((one) => !holdsTriple(one)) : pool;
      const nested = objectOf(own.slice(3), fc.oneof(primitive, list));
      const member = style === 'deepObject' ? fc.oneof(primitive, list, nested) : primitive;
      const repeats = explode && (style === 'form' || style === 'cookie');
      // In cookies, nothing shows to which parameter a further member belongs.
      const object = objectOf(own, repeats ? fc.oneof(primitive, list) : member, !(repeats && where === 'cookie'));
      const shape =
        style === 'deepObject' ? object : isDelimited ? fc.oneof(list, object) : fc.oneof(primitive, list, object);
      return shape.map(
        (drawn): DrawnParameter => ({
          where,
          name,
          parameter: {
            ...common(required),
            style,
            explode: style === 'deepObject' || (explode && !isDelimited),
            ...(isReserved && { allowReserved: true }),
            schema: drawn.schema,
          },
          values: isReserved ? drawn.values.filter((value) => !holdsTriple(value)) : drawn.values,
          asSent,
        }),
      );
    });
  const whole = fc.tuple(documentOf(pool), fc.boolean()).map(
    ([drawn, required]): DrawnParameter => ({
      where,
      name,
      parameter: { ...common(required), content: { 'application/json': { schema: drawn.schema } } },
      values: drawn.values,
      asSent: (value) => value,
    }),
  );
  return fc.oneof({ weight: 5, arbitrary: styled }, { weight: 1, arbitrary: whole });
}

function holdsTriple(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(holdsTriple);
  return /%[0-9a-f]{2}/i.test(String(value));
}

interface DrawnMedia {
  readonly mediaType: string;
  readonly media: object;
  readonly values: fc.Arbitrary<unknown>;
  readonly asSent: (value: unknown) => unknown;
}

const bytes = fc.uint8Array({ maxLength: 6 }).map((content) => new Uint8Array(content));

function drawMedia(version: Version, pool: readonly string[]): fc.Arbitrary<DrawnMedia> {
  const media = (mediaType: string, { schema, values }: Drawn): DrawnMedia => ({
    mediaType,
    media: { schema },
    values,
    asSent: (value) => value,
  });
  return fc.oneof(
    documentOf(pool).map((drawn) => media('application/json', drawn)),
    documentOf(pool).map((drawn) => media('application/vnd.x+json', drawn)),
    fc.constant(media('text/plain', { schema: { type: 'string' }, values: texts })),
    fc.constant(
      media('application/octet-stream', {
        schema: version === '3.0.4' ? { type: 'string', format: 'binary' } : {},
        values: bytes,
      }),
    ),
    drawForm(version, pool, 'application/x-www-form-urlencoded'),
    drawForm(version, pool, 'multipart/form-data'),
  );
}

function drawForm(version: Version, pool: readonly string[], mediaType: string): fc.Arbitrary<DrawnMedia> {
  const isMultipart = mediaType === 'multipart/form-data';
  const binary =
    version === '3.0.4' ? { type: 'string', format: 'binary' } : { contentMediaType: 'application/octet-stream' };
  const file: Drawn = {
    schema: binary,
    values: fc
      .tuple(bytes, fc.constantFrom('a', 'b "c".txt', 'ü'))
      .map(([content, name]) => new File([content], name, { type: 'application/octet-stream' })),
  };
  const nested = objectOf(pool.slice(6, 9), primitive, true);
  const field = fc.oneof(
    primitive,
    list,
    nested,
    ...(isMultipart ? [fc.constant(file), fc.constant(listOf(file))] : []),
  );
  const encodings = fc.array(
    fc.oneof(
      fc.constant(undefined),
      fc.constant(undefined),
      fc.constantFrom(
        { style: 'form', explode: true },
        { style: 'form', explode: false },
        { style: 'pipeDelimited', explode: false },
        { style: 'spaceDelimited', explode: false },
      ),
      fc.constant({ contentType: 'application/json' }),
      fc.constant({ contentType: 'text/plain' }),
    ),
    { minLength: 3, maxLength: 3 },
  );
  return fc.tuple(objectOf(pool, field, true), encodings).map(([drawn, chosen]) => {
    const properties = Object.entries((drawn.schema as { properties: object }).properties);
    const encoding = properties.flatMap(([name, schema], index): [string, object][] => {
      const one = chosen[index];
      const isFile =
        'contentMediaType' in schema ||
        schema.format === 'binary' ||
        (schema.items && ('contentMediaType' in schema.items || schema.items.format === 'binary'));
      // In a form, nothing shows to which field a further member of an exploded object belongs.
      const isOpen = typeof schema.additionalProperties === 'object' && one && 'explode' in one && one.explode;
      return one && !isFile && !isOpen ? [[name, one]] : [];
    });
    return {
      mediaType,
      media: { schema: drawn.schema, ...(encoding.length > 0 && { encoding: record(encoding) }) },
      values: drawn.values,
      asSent: (value) => fieldsAsSent(value, encoding),
    };
  });
}

// A field without style is a document. An array is one document per item.
function fieldsAsSent(value: unknown, encoding: readonly (readonly [string, object])[]): unknown {
  const styled = new Set(encoding.flatMap(([name, one]) => ('style' in one ? [name] : [])));
  const fields = Object.entries(Object(value)).map(([name, field]): [string, unknown] => {
    const isEmpty = Array.isArray(field) && field.length === 0;
    return [name, styled.has(name) ? asSent(field) : isEmpty ? undefined : field];
  });
  return record(fields.filter(([, field]) => field !== undefined));
}

/** Draws an operation: parameters in every location, by style or as documents, and a body of some media types. */
export function drawOperation(version: Version): fc.Arbitrary<DrawnOperation> {
  const wheres = fc.array(fc.constantFrom<Where>('path', 'query', 'query', 'header', 'cookie'), { maxLength: 3 });
  return fc
    .tuple(
      wheres,
      fc.shuffledSubarray(names, { minLength: names.length }),
      fc.shuffledSubarray(tokens, { minLength: tokens.length }),
      fc.boolean(),
    )
    .chain(([places, pool, heads, hasBody]) => {
      const isPlain = (name: string): boolean => !/[/?#{}]/.test(name);
      const drawn = places.map((where, index) => {
        const own = where === 'header' || where === 'cookie' ? (heads[index] ?? '') : (pool[index] ?? '');
        // Some of these characters divide a path. Brackets belong to the style `deepObject`.
        const name = where === 'path' && !isPlain(own) ? `p${index}` : own;
        // The name of a cookie is not the name of a member of another parameter.
        const others = pool.filter((one) => !heads.slice(0, places.length).includes(one));
        const members = others.slice(3 + index * 6, 9 + index * 6);
        return drawParameter(version, name, members, where);
      });
      const bodies = fc.uniqueArray(drawMedia(version, pool), {
        minLength: 1,
        maxLength: 2,
        selector: ({ mediaType }) => mediaType,
      });
      return fc.tuple(fc.tuple(...drawn), hasBody ? bodies : fc.constant([]), fc.boolean());
    })
    .map(([parameters, medias, required]) => ({
      path: parameters.flatMap(({ where, name }) => (where === 'path' ? [`/{${name}}`] : [])).join(''),
      method: medias.length > 0 ? 'post' : 'get',
      operation: {
        ...(parameters.length > 0 && { parameters: parameters.map(({ parameter }) => parameter) }),
        ...(medias.length > 0 && {
          requestBody: {
            ...(required && { required: true }),
            content: Object.fromEntries(medias.map(({ mediaType, media }) => [mediaType, media])),
          },
        }),
        responses: { 204: { description: 'Read.' } },
      },
      values: drawArguments(parameters, medias),
    }));
}

function drawArguments(
  parameters: readonly DrawnParameter[],
  medias: readonly DrawnMedia[],
): fc.Arbitrary<DrawnArguments> {
  const given = fc.tuple(
    ...parameters.map(({ where, name, parameter, values, asSent: toSent }) => {
      const value = 'required' in parameter ? values : fc.option(values, { nil: undefined });
      return value.map((one): DrawnArgument => ({ where, name, value: one, sent: toSent(one) }));
    }),
  );
  const bodies = medias.map(({ mediaType, values, asSent: toSent }) =>
    values.map((value) => ({ mediaType, value, sent: toSent(value) })),
  );
  const body = bodies.length > 0 ? fc.oneof(...bodies) : fc.constant(undefined);
  return fc.tuple(given, body).map(([own, sent]) => ({
    parameters: own,
    body: sent,
    contentType: medias.length > 1 ? sent?.mediaType : undefined,
  }));
}

/** Returns what a style sends of a value. An empty value is not sent (RFC 6570, 2.3). */
function asSent(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value;
  if (typeof value !== 'object' || value === null || value instanceof Blob || value instanceof Uint8Array) return value;
  const members = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    const sent = asSent(member);
    return sent === undefined ? [] : [[name, sent]];
  });
  return members.length === 0 ? undefined : record(members);
}

/** Returns a value in a form that can be compared: members sorted by name, files by content. */
export async function plain(value: unknown): Promise<unknown> {
  if (value instanceof Blob)
    return ['file', value.type, Reflect.get(value, 'name'), ...new Uint8Array(await value.arrayBuffer())];
  if (value instanceof Uint8Array) return ['bytes', ...value];
  if (Array.isArray(value)) return Promise.all(value.map(plain));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return { members: await Promise.all(members.map(async ([name, member]) => [name, await plain(member)])) };
}
