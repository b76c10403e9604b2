import type { JsonValue } from '../model/element.js';
import type {
  Encoding,
  Header,
  MediaType,
  Operation,
  Parameter,
  RequestBody,
  Response,
  StatusKey,
} from '../model/operation.js';
import type { Schema } from '../model/schema.js';
import type { Style } from '../model/styles.js';

/** The HTTP form of one operation. The client writes by this plan, the server reads by it. */
export interface OperationPlan {
  readonly operation: Operation;
  /**
   * The path in order: literal text, percent-encoded as sent, and parameters. A fragment in the template is never sent,
   * so that two operations may have the same method and path.
   */
  readonly path: readonly ({ readonly literal: string } | { readonly parameter: ParameterPlan })[];
  /** The query that the path template contains, without `?`, as sent. */
  readonly query?: string;
  /** Every parameter, including those of the path, in the order of the operation. */
  readonly parameters: readonly ParameterPlan[];
  readonly body?: BodyPlan;
  readonly responses: readonly ResponsePlan[];
  /** The keys that count as success: the declared 2xx keys, or `default` (for 2xx codes) where there is none. */
  readonly successes: readonly StatusKey[];
  /** The `Accept` header: the media types of the responses, successes first. */
  readonly accept: readonly string[];
}

/** How one parameter is written and read. */
export interface ParameterPlan {
  readonly parameter: Parameter;
  readonly value: ValuePlan;
  /** What it is in code. */
  readonly held: HeldValue;
  /** The value that the server fills in if the parameter is absent. */
  readonly default?: JsonValue;
}

/**
 * How a value outside a body, or a field of a form, becomes text and back. There are only combinations that the
 * specification defines (OpenAPI 3.2, 4.12.2.3); a warning names the reading of any other combination. Further
 * readings, each with a warning: in exploded `form` and in `deepObject`, a member that is an array repeats its pair; in
 * `deepObject`, a member that is an object has further brackets; in cookies, `; ` separates the pairs of `form`, too.
 * Structures at any other place inside a value are refused when sent.
 */
export type ValuePlan =
  | StylePlan
  /** A document of a media type: JSON, a form, text that is handed through, and as a field of a form bytes. */
  | { readonly by: 'json' | 'form' | 'text' | 'bytes'; readonly body: MediaPlan };

/** How a value is serialized by its style. */
export interface StylePlan {
  readonly by: 'style';
  readonly style: Style;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  readonly shape: ValueShape;
  /** Whether the value can be an array or object, or anything. */
  readonly hasParts: boolean;
}

/**
 * What a parameter or a header is in code: what its schema describes, or text, even if a schema describes something
 * else.
 */
export type HeldValue =
  | { readonly kind: 'value'; readonly schema?: Schema }
  | { readonly kind: 'text'; readonly schema?: undefined };

/**
 * What content is in code: `value`: what its schema describes; `text`, `bytes`: what was sent, even if a schema
 * describes something else; `items`: items that come one by one; `list`: an array of all items; `events`: an array of
 * events; `fields`: the fields of a form, some of them files or with headers; `parts`: parts without names.
 */
export type HeldContent =
  | HeldValue
  | { readonly kind: 'items' | 'events' | 'fields' | 'parts' }
  /** `schema`: one that is not shown; the bytes have its type. */
  | { readonly kind: 'bytes'; readonly schema?: Schema }
  /** `whole`: the schema that the array must match too. */
  | { readonly kind: 'list'; readonly item: Schema; readonly whole?: Schema };

/** The forms of a value that serialization distinguishes. */
export type ValueShape =
  | { readonly kind: 'primitive'; readonly types: readonly ('string' | 'number' | 'integer' | 'boolean' | 'null')[] }
  | { readonly kind: 'array'; readonly items: ValueShape }
  | {
      readonly kind: 'object';
      readonly properties: readonly { readonly name: string; readonly shape: ValueShape }[];
      readonly additional?: ValueShape;
    }
  | { readonly kind: 'union'; readonly of: readonly ValueShape[] }
  | { readonly kind: 'any' };

/** How a request body is written and read: one of several media types. */
export interface BodyPlan {
  readonly requestBody: RequestBody;
  readonly required: boolean;
  /** Never empty. The client uses the first one if the caller does not choose. */
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
  /** Its form in the code of a client's caller, and in that of a server's handler. */
  readonly held: { readonly client: HeldContent; readonly server: HeldContent };
  /** The schema that both sides check: that of each item where content is a sequence, else of the whole. */
  readonly checked?: Schema;
  /** Whether what is checked is JSON text: the whole content, or each item of a sequence. */
  readonly isCheckedJson: boolean;
  /** Whether the schema of the media type does not describe the text or events that are sent. */
  readonly ignoresSchema: boolean;
  /** For `form-urlencoded` and `multipart`: its fields by property name. */
  readonly fields: readonly FieldPlan[];
  /** Further fields, of any name; `name` is empty. */
  readonly additional?: FieldPlan;
  /** Of a multipart body of parts with a position and no name (OpenAPI 3.2, 4.14.5.2). */
  readonly parts?: PartsPlan;
  /** Of a sequential media type (OpenAPI 3.2, 4.14.4): its items, which come one by one. */
  readonly items?: ItemPlan;
}

/** How parts without names are written. */
export interface PartsPlan {
  /** The parts with a schema of their own (`prefixItems`). */
  readonly first: readonly PartPlan[];
  /** The parts after these. */
  readonly rest: PartPlan;
  /** The media types in the Encoding Objects of the first parts (`prefixEncoding`). */
  readonly firstContentTypes: readonly (readonly string[])[];
}

/** How one part without name is written. */
export interface PartPlan {
  readonly schema?: Schema;
  /** The media types that its Encoding Object names. */
  readonly contentTypes: readonly string[];
  readonly isFile: boolean;
}

/** How one item of a sequence is read. */
export interface ItemPlan {
  /** Absent if the description does not describe an item. */
  readonly schema?: Schema;
  /** `event`: the fields of a server-sent event; `part`: headers and bytes of any part. */
  readonly format: 'json' | 'event' | 'text' | 'bytes' | 'part';
  /** What it is in code. */
  readonly held: HeldContent;
  /** What both sides check it against. Schemas do not apply to parts, bytes, and text of another meaning. */
  readonly checked?: Schema;
  /** Of the JSON in the `data` of an event; data that is no JSON stays text. */
  readonly data?: Schema;
  /** Whether `schema` describes that JSON too, not only the text that contains it. */
  readonly describesData?: true;
  /** The fields of an event that contain JSON, since their schema allows no string. */
  readonly jsonFields: readonly string[];
}

/**
 * The families of media types that are treated alike. `text` is handed through as a string (XML, YAML too), `bytes` is
 * everything that is neither text nor JSON.
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
 * How one field of a form is written and read. Text (`text/plain`) is by style `form`: in `multipart` without
 * percent-encoding, in `form-urlencoded` without an Encoding Object's style with `+` for a space, which reads the same.
 */
export interface FieldPlan {
  readonly name: string;
  readonly required: boolean;
  /** Of the property. */
  readonly schema: Schema;
  readonly value: ValuePlan;
  /** Whether an array is one field of this name per item, `value` and `contentTypes` being those of an item. */
  readonly repeated: boolean;
  /** The schema of an item, for a repeated field. */
  readonly item?: Schema;
  /** Whether the value of a repeated field is always an array. */
  readonly isList: boolean;
  /** Whether it is a file or, with `others`, may be one. */
  readonly isFile: boolean;
  /** Whether it is written by the style of its Encoding Object. */
  readonly isStyled: boolean;
  /** Whether the value alone shows a writer that a JSON document is one. */
  readonly isEvident: boolean;
  /** The media type with which a JSON document in multipart is sent. */
  readonly jsonType: string;
  /** Whether its Encoding Object names `contentTypes`. */
  readonly isTyped: boolean;
  /** The media types that a multipart field may have, never empty. For other fields, that of the value, or none. */
  readonly contentTypes: readonly string[];
  /** The schemas of the values that may replace a file. The value itself decides. */
  readonly others?: readonly Schema[];
  readonly headers: readonly HeaderPlan[];
  readonly encoding?: Encoding;
}

/** How one response is written and read. */
export interface ResponsePlan {
  readonly response: Response;
  readonly status: StatusKey;
  /**
   * The most specific media type first. Empty: no body; always so for HEAD and for 1xx, 204, 205 and 304 (RFC 9110,
   * 6.4.1).
   */
  readonly alternatives: readonly MediaPlan[];
  readonly headers: readonly HeaderPlan[];
  /** The schema that the first content with one is checked against. */
  readonly checked?: Schema;
}

/** How one header of a response or a multipart field is written and read. */
export interface HeaderPlan {
  readonly header: Header;
  readonly value: ValuePlan;
  /** What it is in code. */
  readonly held: HeldValue;
  /** How its value becomes text: JSON, or style `simple`, the members of an object as `name=value` where `exploded`. */
  readonly written: 'simple' | 'exploded' | 'json';
}
