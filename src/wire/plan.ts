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

/** How one operation goes over HTTP, decided once for writing (client) and reading (server). */
export interface OperationPlan {
  readonly operation: Operation;
  /** The path in order: literal text, percent-encoded as sent, and parameters. */
  readonly path: readonly ({ readonly literal: string } | { readonly parameter: ParameterPlan })[];
  /** Every parameter, those of the path too, in the order of the operation. */
  readonly parameters: readonly ParameterPlan[];
  readonly body?: BodyPlan;
  readonly responses: readonly ResponsePlan[];
  /** The keys that count as success: the declared 2xx keys, or `default` where there is none. */
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

/** How a value outside a body, or a field of a form, becomes text and back. */
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
}

/** The families of media types that are treated alike. */
export type MediaFormat =
  | 'json'
  | 'form-urlencoded'
  | 'multipart'
  | 'text'
  | 'bytes'
  | 'event-stream'
  | 'json-lines'
  | 'json-sequence';

/** How one field of a form is written and read. */
export interface FieldPlan {
  readonly name: string;
  readonly required: boolean;
  readonly value: ValuePlan;
  /** Of a multipart field: the media types it may have. */
  readonly contentTypes: readonly string[];
  readonly headers: readonly HeaderPlan[];
  readonly encoding?: Encoding;
}

/** How one response is written and read. */
export interface ResponsePlan {
  readonly response: Response;
  readonly status: StatusKey;
  /** Empty: no body. */
  readonly alternatives: readonly MediaPlan[];
  readonly headers: readonly HeaderPlan[];
}

/** How one header of a response or a multipart field is written and read. */
export interface HeaderPlan {
  readonly header: Header;
  readonly value: ValuePlan;
}
