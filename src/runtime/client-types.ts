/** A key of a responses object (OpenAPI 3.2, 4.16), or `undocumented` for an answer that it does not describe. */
export type StatusKey = number | '1XX' | '2XX' | '3XX' | '4XX' | '5XX' | 'default' | 'undocumented';

/** One possible answer of an operation. */
export interface Outcome<Status extends StatusKey, Body> {
  readonly status: Status;
  /** The status code itself. */
  readonly code: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** An answer whose response declares headers: they are given by their types, `undefined` for what is absent or not as declared. */
export interface OutcomeWithHeaders<Status extends StatusKey, Body, Fields> extends Outcome<Status, Body> {
  readonly headers: Headers & { readonly typed: Fields };
}

/**
 * An undeclared status or media type, or a body that does not parse. The body is what its media type says: a JSON value, text
 * or a `Uint8Array`; JSON that does not parse is text.
 */
export type Undocumented = Outcome<'undocumented', unknown>;

declare const failure: unique symbol;

/** An operation of the API: call it for the body of a success, or call `outcome` for any answer. `void` in `Args`: they may be left out. */
export interface Operation<
  in Args,
  out Success extends Outcome<StatusKey, unknown>,
  out Failure extends Outcome<StatusKey, unknown>,
> {
  /** Gives the body of a success; throws an `ApiError` for any other answer. */
  (client: Client, args: Args, options?: CallOptions): Promise<Success['body']>;
  /** Gives the answer, whatever it is; throws when there is none. */
  readonly outcome: (client: Client, args: Args, options?: CallOptions) => Promise<Success | Failure>;
  readonly id: string;
  /** Only for the compiler. */
  readonly [failure]?: Failure;
}

/** The arguments of an operation that takes none. */
export interface NoArgs {
  readonly [name: string]: never;
}

/** A value whose lists hold no `null`, which parameters cannot send. */
export type WithoutNullItems<Value> = Value extends readonly (infer Item)[] ? readonly NonNullable<Item>[] : Value;

/** Bytes to send. */
export type Bytes = Blob | Uint8Array<ArrayBuffer> | ArrayBuffer | ReadableStream<Uint8Array>;

/**
 * A credential: its value, or a function that is asked before each request, and once more after a 401: then `refusals` is 1
 * and not 0, so that it can get a new one. `undefined` is none.
 */
export type Credential<Value = string> = Value | ((refusals: number) => Value | undefined | Promise<Value | undefined>);

/** User and password of basic authentication (RFC 7617). */
export interface BasicCredential {
  readonly username: string;
  readonly password: string;
}

/** What a transport passes to `fetch`. */
export interface TransportInit extends RequestInit {
  readonly method: string;
  /** By name in lower case. */
  readonly headers: Record<string, string>;
  /** Of this call alone; whatever ends the call is its reason. */
  readonly signal: AbortSignal;
}

/** The call that a request belongs to. */
export interface TransportCall {
  readonly client: Client;
  /** The id of the operation. */
  readonly operation: string;
}

/** Sends a request: `fetch`, or what wraps it. */
export type Transport = (url: string, init: TransportInit, call: TransportCall) => Promise<Response>;

/** The limits of a call; each has a finite default. */
export interface Limits {
  /** Milliseconds until the whole answer must be there; 30,000 unless told, and `Infinity` is no limit. */
  readonly timeoutMs?: number | undefined;
  /** Bytes that the answer's body may have; 10,000,000 unless told. */
  readonly maxBytes?: number | undefined;
}

/** What one call may be told. */
export interface CallOptions extends Limits {
  readonly signal?: AbortSignal | undefined;
}

/** Calls operations in place of themselves, and checks what they send and what they get (`client/check-calls`). */
export interface CheckCalls {
  /** Gives what the call gives, or `undefined` for an operation of which nothing is checked. */
  (
    operation: string,
    makeCall: (isWhole: true) => (client: Client, args: unknown, options?: CallOptions) => Promise<unknown>,
    isWhole: boolean | undefined,
    client: Client,
    args: unknown,
    options: CallOptions | undefined,
  ): Promise<unknown> | undefined;
  /** Checks the items of an answer on their way. */
  readonly items: (
    operation: string,
    client: Client,
    outcome: Outcome<StatusKey, unknown>,
    items: AsyncGenerator<unknown, void, void>,
  ) => AsyncGenerator<unknown, void, void>;
  /** Gives what checks requests only. */
  readonly requests: () => CheckCalls;
}

/** What a client of any API may be told. */
export interface BaseOptions {
  /** The root of the API: `https`, or `http` on this machine or to the page's own origin. What is relative is so to the page. */
  readonly baseUrl: string;
  /** Sends the requests; the platform's `fetch` unless told. */
  readonly transport?: Transport | undefined;
  readonly limits?: Limits | undefined;
  /** Allows `http` beyond this machine; credentials can then be read on the way. */
  readonly allowHttp?: boolean | undefined;
  /** Checks what every call sends and gets: `checkCalls` of `client/check-calls`; no check unless told. */
  readonly checkCalls?: CheckCalls | undefined;
  /** Told when something was used that the documentation does not show: the id of the item and where, never a value. */
  readonly onNotShown?: ((id: string, where: string) => void) | undefined;
}

/** What a client is made of. */
export interface Client extends BaseOptions {
  /** A credential per security scheme. */
  readonly auth?: Readonly<Record<string, unknown>> | undefined;
  /** Where the servers of single operations stand, or what their variables are, by their address in the description. */
  readonly servers?: object | undefined;
  /** The wire names that the caller knows, by the id of the item that asks for each. */
  readonly wireNames?: object | undefined;
}
