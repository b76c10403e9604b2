/** A key of a responses object (OpenAPI 3.2, 4.16), or `undocumented` for a response that it does not describe. */
export type StatusKey = number | '1XX' | '2XX' | '3XX' | '4XX' | '5XX' | 'default' | 'undocumented';

/** One possible response of an operation. */
export interface Outcome<Status extends StatusKey, Body> {
  readonly status: Status;
  /** The status code. */
  readonly code: number;
  readonly headers: Headers;
  readonly body: Body;
  /**
   * The described media type as which the body was read. The header `content-type` can have another JSON or text type.
   * Absent if there is no described body, or if the response is undocumented.
   */
  readonly contentType?: string | undefined;
  /** The error's own message, if the description declares a member for one and the response has it. */
  readonly message?: string | undefined;
}

/** A response with declared headers. A header that is absent or does not match the description is `undefined`. */
export interface OutcomeWithHeaders<Status extends StatusKey, Body, Fields> extends Outcome<Status, Body> {
  readonly headers: Headers & { readonly typed: Fields };
}

/**
 * A response with an undeclared status or media type, or whose body cannot be parsed. The media type decides the type
 * of the body: a JSON value, a string or a `Uint8Array`. JSON that cannot be parsed is a string.
 */
export interface Undocumented extends Outcome<'undocumented', unknown> {
  readonly contentType?: undefined;
  /** What does not match the description, such as `the content type is not application/json`. */
  readonly reason: string;
}

declare const failure: unique symbol;

/** An operation of the API. Call it to get the body of a success, or call `outcome` to get any response. */
export interface Operation<
  in Args,
  out Success extends Outcome<StatusKey, unknown>,
  out Failure extends Outcome<StatusKey, unknown>,
> {
  /** Returns the body of a success. Throws an `ApiError` for any other response. */
  (client: Client, args: Args, options?: CallOptions): Promise<Success['body']>;
  /** Returns any response. Throws only if there is none. */
  readonly outcome: (client: Client, args: Args, options?: CallOptions) => Promise<Success | Failure>;
  readonly id: string;
  /** Exists only for the compiler. It has no value at run time. */
  readonly [failure]?: Failure;
}

/** The arguments of an operation without parameters. */
export interface NoArgs {
  readonly [name: string]: never;
}

/** A value whose lists contain no `null`, which parameters cannot express. */
export type WithoutNullItems<Value> = Value extends readonly (infer Item)[] ? readonly NonNullable<Item>[] : Value;

/** Bytes to send. */
export type Bytes = Blob | Uint8Array<ArrayBuffer> | ArrayBuffer | ReadableStream<Uint8Array>;

/**
 * A credential: its value, or a function that returns it. The function is called before each request with `refusals` 0,
 * and again after a 401 with `refusals` 1, so that it can renew the credential. With `undefined`, no credential is
 * sent.
 */
export type Credential<Value = string> = Value | ((refusals: number) => Value | undefined | Promise<Value | undefined>);

/** User and password of basic authentication (RFC 7617). */
export interface BasicCredential {
  readonly username: string;
  readonly password: string;
}

/** The options that a transport passes to `fetch`. */
export interface TransportInit extends RequestInit {
  readonly method: string;
  /** The headers by name in lower case. */
  readonly headers: Record<string, string>;
  /** The signal of this call. Its reason is what ended the call. */
  readonly signal: AbortSignal;
}

/** The call to which a request belongs. */
export interface TransportCall {
  readonly client: Client;
  /** The id of the operation. */
  readonly operation: string;
}

/** Sends a request: `fetch`, or a function that wraps it. */
export type Transport = (url: string, init: TransportInit, call: TransportCall) => Promise<Response>;

/** The limits of a call. Each has a finite default. */
export interface Limits {
  /** Milliseconds within which the whole response must arrive; 30,000 by default, `Infinity` for no limit. */
  readonly timeoutMs?: number | undefined;
  /** The largest body of a response in bytes; 10,000,000 by default. */
  readonly maxBytes?: number | undefined;
}

/** The options of one call. */
export interface CallOptions extends Limits {
  readonly signal?: AbortSignal | undefined;
}

/** Checks what operations send and receive (`client/check-calls`). */
export interface CheckCalls {
  /** Returns the result of the call, or `undefined` for an operation without checks. */
  (
    operation: string,
    makeCall: (isWhole: true) => (client: Client, args: unknown, options?: CallOptions) => Promise<unknown>,
    isWhole: boolean | undefined,
    client: Client,
    args: unknown,
    options: CallOptions | undefined,
  ): Promise<unknown> | undefined;
  /** Checks the items of a streamed response as they arrive. */
  readonly items: (
    operation: string,
    client: Client,
    outcome: Outcome<StatusKey, unknown>,
    items: AsyncGenerator<unknown, void, void>,
  ) => AsyncGenerator<unknown, void, void>;
  /** Returns the checks of requests only. */
  readonly requests: () => CheckCalls;
}

/** The options of a client of any API. */
export interface BaseOptions {
  /**
   * The base URL of the API: `https`, or `http` for this machine or the page's own origin. A relative URL is resolved
   * against the page.
   */
  readonly baseUrl: string;
  /** Sends the requests. The default is the platform's `fetch`. */
  readonly transport?: Transport | undefined;
  readonly limits?: Limits | undefined;
  /** Allows `http` to other machines, although others on the network can then read the credentials. */
  readonly allowHttp?: boolean | undefined;
  /**
   * Checks what every call sends and receives: `checkCalls` of `client/check-calls`. By default, nothing is checked.
   */
  readonly checkCalls?: CheckCalls | undefined;
  /**
   * Called when a call uses something that the documentation does not show. Receives the gap's id and the place, never
   * a value.
   */
  readonly onNotShown?: ((id: string, where: string) => void) | undefined;
}

/** A client, as `createClient` returns it. */
export interface Client extends BaseOptions {
  /** The credentials by security scheme. */
  readonly auth?: Readonly<Record<string, unknown>> | undefined;
  /** The URLs of servers of single operations, or the values of their variables, by the URL in the description. */
  readonly servers?: object | undefined;
  /** The wire names that the caller knows, by the id of the gap that asks for them. */
  readonly wireNames?: object | undefined;
}
