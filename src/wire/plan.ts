import type {
  Encoding,
  Header,
  MediaType,
  Operation,
  Parameter,
  RequestBody,
  Response,
  StatusKey,
} from '../model/api.js';
import type { JsonValue } from '../model/element.js';
import type { Schema } from '../model/schema.js';
import type { Style } from '../model/styles.js';

/** The plan of how one operation is sent over HTTP. The client writes by this plan, and the server reads by it. */
export interface OperationPlan {
  readonly operation: Operation;
  /**
   * The path in order: literal texts, percent-encoded as sent, and parameters. A fragment of the template is never
   * sent, so two operations may have the same method and path.
   */
  readonly path: readonly ({ readonly literal: string } | PathParameterPlan)[];
  /** The query in the path template, as sent, without `?`. */
  readonly query?: string;
  /** Every parameter, including those of the path, in the order of the operation. */
  readonly parameters: readonly ParameterPlan[];
  readonly body?: BodyPlan;
  readonly responses: readonly ResponsePlan[];
  /** The keys of responses that count as success: the declared 2xx keys, or else `default`, for 2xx codes. */
  readonly successes: readonly StatusKey[];
  /** The value of the `Accept` header: the media types of the responses, successes first. */
  readonly accept: readonly string[];
}

/** A parameter in a path. */
export interface PathParameterPlan {
  readonly parameter: ParameterPlan;
  /**
   * Where the value ends if another parameter follows at once: before the character with which the style of the other
   * one begins, or after a number of characters.
   */
  readonly end?: '.' | ';' | number;
}

/** How one parameter is written and read. */
export interface ParameterPlan {
  readonly parameter: Parameter;
  readonly value: ValuePlan;
  /** The value of the parameter in code. */
  readonly held: HeldValue;
  /** The value that the server fills in if the parameter is absent. */
  readonly default?: JsonValue;
}

/**
 * How a value outside a body, or a field of a form, becomes text and back. The plan has only combinations that the
 * specification defines (OpenAPI 3.2, 4.12.6). For any other combination, a warning names the chosen reading. Some
 * readings go beyond the specification, each with a warning: an array inside exploded `form` or `deepObject` repeats
 * its pair; an object inside `deepObject` has further brackets; in cookies, `; ` also separates the pairs of `form`.
 * The client refuses to send arrays and objects at any other place inside a value.
 */
export type ValuePlan =
  | StylePlan
  /** A document of a media type: JSON, a form, text that is not interpreted, or the bytes of a form field. */
  | { readonly by: 'json' | 'form' | 'text' | 'bytes'; readonly body: MediaPlan };

/** How a value is serialized by its style. */
export interface StylePlan {
  readonly by: 'style';
  readonly style: Style;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  readonly shape: ValueShape;
  /** Whether the value can be an array or an object, or has an unknown type. */
  readonly hasParts: boolean;
}

/**
 * The value of a parameter or header in code: a `value` with the type of its schema, or `text`, even if a schema
 * describes something else.
 */
export type HeldValue =
  | { readonly kind: 'value'; readonly schema?: Schema }
  | { readonly kind: 'text'; readonly schema?: undefined };

/**
 * The value of content in code. A `value` has the type of its schema. `text` and `bytes` are what was sent, even if a
 * schema describes something else. `items` arrive one by one; a `list` is an array of all items, and `events` an array
 * of events. `fields` are the fields of a form, some of them files or with headers. `parts` have no names.
 */
export type HeldContent =
  | HeldValue
  | { readonly kind: 'items' | 'events' | 'fields' | 'parts' }
  /** `schema` is a schema that is not shown. The bytes have its type. */
  | { readonly kind: 'bytes'; readonly schema?: Schema }
  /** The array must also match the schema `whole`. */
  | { readonly kind: 'list'; readonly item: Schema; readonly whole?: Schema };

/**
 * The forms of a value that serialization distinguishes. The shapes of items and members are read when they are needed,
 * because schemas can lead to each other.
 */
export type ValueShape =
  | { readonly kind: 'primitive'; readonly types: readonly ('string' | 'number' | 'integer' | 'boolean' | 'null')[] }
  | { readonly kind: 'array'; readonly items: () => ValueShape }
  | {
      readonly kind: 'object';
      readonly properties: ReadonlyMap<string, () => ValueShape>;
      readonly additional?: () => ValueShape;
    }
  | { readonly kind: 'union'; readonly of: readonly ValueShape[] }
  | { readonly kind: 'any' };

/** How a request body is written and read: one of several media types. */
export interface BodyPlan {
  readonly requestBody: RequestBody;
  readonly required: boolean;
  /** The plans of the media types, never empty. The client uses the first one if the caller does not choose. */
  readonly alternatives: readonly MediaPlan[];
}

/** How content of one media type is written and read. */
export interface MediaPlan {
  readonly mediaType: MediaType;
  /** Its type and subtype in lower case, without parameters. */
  readonly essence: string;
  /** Whether it is a range such as `image/*`, for which the sender has to choose a media type. */
  readonly isRange: boolean;
  readonly format: MediaFormat;
  /** The charset of text, if it is not UTF-8. */
  readonly charset?: string;
  /** The value of the content in code: for the caller of a client, and for the handler of a server. */
  readonly held: { readonly client: HeldContent; readonly server: HeldContent };
  /** The schema that both sides check: for a sequence, that of each item; otherwise that of the whole content. */
  readonly checked?: Schema;
  /** Whether the checked value is JSON text: the whole content, or each item of a sequence. */
  readonly isCheckedJson: boolean;
  /** Whether the schema of the media type does not describe the text or events that are sent. */
  readonly ignoresSchema: boolean;
  /** The fields of a `form-urlencoded` or `multipart` body, by property name. */
  readonly fields: readonly FieldPlan[];
  /** The plan of fields with any other name. Its `name` is empty. */
  readonly additional?: FieldPlan;
  /** The parts of a multipart body whose parts have positions and no names (OpenAPI 3.2, 4.14.5.2). */
  readonly parts?: PartsPlan;
  /** The items of a sequential media type (OpenAPI 3.2, 4.14.3.1), which arrive one by one. */
  readonly items?: ItemPlan;
}

/** How parts without names are written and read, by their position. */
export interface PartsPlan {
  /** The parts with a schema (`prefixItems`) or an Encoding Object (`prefixEncoding`) of their own. */
  readonly first: readonly PartPlan[];
  /** The plan of all further parts. */
  readonly rest: PartPlan;
}

/** How one part without a name is written and read. */
export interface PartPlan extends ItemPlan {
  readonly format: 'json' | 'text' | 'bytes' | 'part';
  /** The media types that its Encoding Object names. */
  readonly contentTypes: readonly string[];
  /** The media type of a part that names none of its own. */
  readonly usualType: string;
  readonly headers: readonly HeaderPlan[];
}

/** How one item of a sequence is read. */
export interface ItemPlan {
  /** The schema of an item. Absent if the description does not describe it. */
  readonly schema?: Schema;
  /** The form of an item. `event`: the fields of a server-sent event; `part`: headers and bytes of any part. */
  readonly format: 'json' | 'event' | 'text' | 'bytes' | 'part';
  /** The value of the item in code. */
  readonly held: HeldContent;
  /**
   * The schema that both sides check. No schema is checked for parts, bytes, and text that the schema does not
   * describe.
   */
  readonly checked?: Schema;
  /** The schema of the JSON in the `data` of an event. Data that is not JSON stays text. */
  readonly data?: Schema;
  /** Whether `schema` describes that JSON too, rather than only the text that contains it. */
  readonly describesData?: true;
  /** The fields of an event that contain JSON, because their schemas allow no string. */
  readonly jsonFields: readonly string[];
}

/**
 * The formats of media types. Media types with the same format are handled in the same way. `text` (also XML and YAML)
 * is passed on as a string. `bytes` is everything that is neither text nor JSON.
 */
export type MediaFormat =
  | 'json'
  | 'form-urlencoded'
  | 'multipart'
  | 'text'
  | 'bytes'
  | 'event-stream'
  | 'json-lines'
  | 'json-sequence';

/**
 * How one field of a form is written and read. Text (`text/plain`) is written by style `form`. In `multipart`, it is
 * not percent-encoded. In `form-urlencoded` without a style in the Encoding Object, a space is `+`, which servers read
 * as a space too.
 */
export interface FieldPlan {
  readonly name: string;
  readonly required: boolean;
  /** The schema of the property. */
  readonly schema: Schema;
  readonly value: ValuePlan;
  /** Whether an array is sent as one field of this name per item. `value` and `contentTypes` then describe an item. */
  readonly repeated: boolean;
  /** The schema of an item, for a repeated field. */
  readonly item?: Schema;
  /** Whether the value of a repeated field is always an array. */
  readonly isList: boolean;
  /** Whether the field is a file or, with `others`, may be one. */
  readonly isFile: boolean;
  /** Whether the style of its Encoding Object decides how it is written. */
  readonly isStyled: boolean;
  /** Whether a writer can see from the value alone that it becomes a JSON document. */
  readonly isEvident: boolean;
  /** The media type of a JSON document in a multipart field. */
  readonly jsonType: string;
  /** Whether its Encoding Object names `contentTypes`. */
  readonly isTyped: boolean;
  /** The media types that the field may have. Empty only for a field of `form-urlencoded` with `isStyled`. */
  readonly contentTypes: readonly string[];
  /** The schemas of the values that may be sent instead of a file. The value itself decides. */
  readonly others?: readonly Schema[];
  readonly headers: readonly HeaderPlan[];
  readonly encoding?: Encoding;
}

/** How one response is written and read. */
export interface ResponsePlan {
  readonly response: Response;
  readonly status: StatusKey;
  /**
   * The plans of the media types, the most specific one first. Empty if there is no body. HEAD, 1xx, 204, 205 and 304
   * never have one (RFC 9110, 6.4.1).
   */
  readonly alternatives: readonly MediaPlan[];
  /**
   * Whether a success may have none of this content: `default` also describes 204 if it is the only description of
   * successes.
   */
  readonly isOptional: boolean;
  readonly headers: readonly HeaderPlan[];
  /** The schema that both sides check, of the first media type that has one. */
  readonly checked?: Schema;
}

/** How one header of a response or a multipart field is written and read. */
export interface HeaderPlan {
  readonly header: Header;
  readonly value: ValuePlan;
  /** The value of the header in code. */
  readonly held: HeldValue;
  /**
   * How its value becomes text: as JSON, or by the style `simple`. `exploded`: the members of an object are written as
   * `name=value`.
   */
  readonly written: 'simple' | 'exploded' | 'json';
}
