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
  Style,
} from '../model/operation.js';
import type { Schema } from '../model/schema.js';

/** How one operation goes over HTTP, decided once for writing (client) and reading (server). */
export interface OperationPlan {
  readonly operation: Operation;
  /**
   * The path in order: literal text, percent-encoded as sent, and parameters. A fragment in the template is never sent, so
   * that two operations may have the same method and path.
   */
  readonly path: readonly ({ readonly literal: string } | { readonly parameter: ParameterPlan })[];
  /** A query that the path template itself holds, without `?`, as sent. */
  readonly query?: string;
  /** Every parameter, those of the path too, in the order of the operation. */
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
  /** Filled in by the server where the parameter is absent. */
  readonly default?: JsonValue;
}

/**
 * How a value outside a body, or a field of a form, becomes text and back. Only combinations that the specification
 * defines stand here (OpenAPI 3.2, 4.12.2.3); whatever else the description writes has been replaced by the reading that
 * a warning names. Beyond what it defines, with a warning: in `form` exploded and in `deepObject` a member that is an
 * array repeats its pair; in `deepObject` a member that is an object has further brackets; in cookies pairs are parted by
 * `; ` for `form` too. Structures at any other place inside a value are refused when sent.
 */
export type ValuePlan =
  | {
      readonly by: 'style';
      readonly style: Style;
      readonly explode: boolean;
      readonly allowReserved: boolean;
      readonly shape: ValueShape;
    }
  | { readonly by: 'media-type'; readonly body: MediaPlan };

/** The forms a value can take as far as serialization can tell them apart. */
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
  /** Never empty; the first is the one taken when the caller does not choose. */
  readonly alternatives: readonly MediaPlan[];
}

/** How content of one media type is written and read. */
export interface MediaPlan {
  readonly mediaType: MediaType;
  readonly format: MediaFormat;
  /** For `form-urlencoded` and `multipart`: its fields by property name. */
  readonly fields: readonly FieldPlan[];
  /** The fields beside these, whose names the description does not list; `name` is empty. */
  readonly additional?: FieldPlan;
  /** Of a sequential media type (OpenAPI 3.2, 4.14.4): its items, which come one by one. */
  readonly items?: ItemPlan;
}

/** How one item of a sequence is read. */
export interface ItemPlan {
  /** Absent where the description does not tell what an item is. */
  readonly schema?: Schema;
  /** `event`: the fields of a server-sent event; `part`: headers and bytes of any part. */
  readonly format: 'json' | 'event' | 'text' | 'bytes' | 'part';
  /** The fields of an event that hold JSON, since their schema allows no string. */
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
  readonly value: ValuePlan;
  /** Whether an array is one field of this name per item, `value` and `contentTypes` being those of an item. */
  readonly repeated: boolean;
  /** Of a multipart field: the media types it may have, never empty; of others the one its value has, or none. */
  readonly contentTypes: readonly string[];
  /** Of a file: the schemas of what may stand in its place; what a value is, decides. */
  readonly others?: readonly Schema[];
  readonly headers: readonly HeaderPlan[];
  readonly encoding?: Encoding;
}

/** How one response is written and read. */
export interface ResponsePlan {
  readonly response: Response;
  readonly status: StatusKey;
  /** The most specific media type first. Empty: no body; always so for HEAD and for 1xx, 204, 205 and 304 (RFC 9110, 6.4.1). */
  readonly alternatives: readonly MediaPlan[];
  readonly headers: readonly HeaderPlan[];
}

/** How one header of a response or a multipart field is written and read. */
export interface HeaderPlan {
  readonly header: Header;
  readonly value: ValuePlan;
}
