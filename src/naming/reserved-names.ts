// Words that cannot be the name of a variable in a module (ECMA-262, 12.7.2).
const keywords =
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof undefined var void while with yield';

// Names of types that TypeScript keeps for itself (TS2457).
const builtIn = 'any bigint boolean never number object string symbol unknown';

// Members that every object inherits: an absent member of this name would be found all the same.
const inherited =
  '__proto__ __defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__ constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf';

// Globals that generated code, or the code beside it, uses.
const globals =
  'AbortController AbortSignal AggregateError Array ArrayBuffer ArrayLike AsyncGenerator AsyncIterable AsyncIterator Awaited BigInt Blob Boolean Buffer DOMException DataView Date Error EvalError Exclude Extract File FormData Function Generator Headers Infinity InstanceType Intl Iterable Iterator JSON Map Math NaN NoInfer NonNullable Number Object Omit Parameters Partial Pick Promise PromiseLike Proxy RangeError ReadableStream Readonly ReadonlyArray ReadonlyMap ReadonlySet Record ReferenceError Reflect RegExp Request Required Response ReturnType Set String Symbol SyntaxError TextDecoder TextEncoder TransformStream TypeError URIError URL URLSearchParams Uint8Array WeakMap WeakRef WeakSet WritableStream atob btoa clearInterval clearTimeout console crypto decodeURI decodeURIComponent encodeURI encodeURIComponent exports fetch global globalThis isFinite isNaN module parseFloat parseInt performance process queueMicrotask require setInterval setTimeout structuredClone';

// A namespace with this export is a promise to `await` and `import()`, which call it (ECMA-262, 27.2.1.3.2).
const thenable = 'then';

// The type parameters of generated code.
const typeParameters = 'Given Returned';

/** The names that the modules of the output use for themselves. */
export interface Reserved {
  /** The names that no schema or operation takes. */
  readonly names: ReadonlySet<string>;
  /** The names that no operation takes, since modules export them beside operations. */
  readonly operations: ReadonlySet<string>;
  /** Their file names, without extension. */
  readonly files: ReadonlySet<string>;
}

/** Reserves only what JavaScript, TypeScript and file systems reserve. */
export const nothingReserved: Reserved = { names: new Set(), operations: new Set(), files: new Set() };

/** Names that no declaration of any output takes from a description. */
export const reservedNames: ReadonlySet<string> = new Set(
  [keywords, builtIn, inherited, globals, thenable, typeParameters].flatMap((list) => list.split(' ')),
);

/** Names that no parameter has as a member of the arguments object. */
export const reservedMembers: ReadonlySet<string> = new Set(
  [keywords, inherited, 'body contentType extraQuery'].flatMap((list) => list.split(' ')),
);

/** Names that every object has, so that no other object's member should. */
export const inheritedMembers: ReadonlySet<string> = new Set(inherited.split(' '));

/** File names that Windows keeps for its devices. */
export const reservedFiles: ReadonlySet<string> = new Set(
  'con prn aux nul'.split(' ').concat([...'0123456789'].flatMap((digit) => [`com${digit}`, `lpt${digit}`])),
);
