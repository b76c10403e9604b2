// Words that cannot name a variable in a module (ECMA-262, 12.7.2).
const keywords =
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof undefined var void while with yield';

// Names that TypeScript reserves for its own types (TS2457).
const builtIn = 'any bigint boolean never number object string symbol unknown';

// Members that every object inherits. A lookup finds them even if an object has no such member.
const inherited =
  '__proto__ __defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__ constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf';

// Globals that generated code, or user code beside it, uses.
const globals =
  'AbortController AbortSignal AggregateError Array ArrayBuffer ArrayLike AsyncGenerator AsyncIterable AsyncIterator Awaited BigInt Blob Boolean Buffer DOMException DataView Date Error EvalError Exclude Extract File FormData Function Generator Headers Infinity InstanceType Intl Iterable Iterator JSON Map Math NaN NoInfer NonNullable Number Object Omit Parameters Partial Pick Promise PromiseLike Proxy RangeError ReadableStream Readonly ReadonlyArray ReadonlyMap ReadonlySet Record ReferenceError Reflect RegExp Request Required Response ReturnType Set String Symbol SyntaxError TextDecoder TextEncoder TransformStream TypeError URIError URL URLSearchParams Uint8Array WeakMap WeakRef WeakSet WritableStream atob btoa clearInterval clearTimeout console crypto decodeURI decodeURIComponent encodeURI encodeURIComponent exports fetch global globalThis isFinite isNaN module parseFloat parseInt performance process queueMicrotask require setInterval setTimeout structuredClone';

// `await` and `import()` call an export of this name, as if the module were a promise (ECMA-262, 27.2.1.3.2).
const thenable = 'then';

// The type parameters of generated code.
const typeParameters = 'Given Returned';

/** The names that the modules of the output use for themselves. */
export interface Reserved {
  /** The names that no schema or operation can have. */
  readonly names: ReadonlySet<string>;
  /** The names that no operation can have, because modules export them beside operations. */
  readonly operations: ReadonlySet<string>;
  /** The names of files, without extension. */
  readonly files: ReadonlySet<string>;
}

/** Reserves only what JavaScript, TypeScript and file systems reserve. */
export const nothingReserved: Reserved = { names: new Set(), operations: new Set(), files: new Set() };

/** The names that no declaration of the output can have. */
export const reservedNames: ReadonlySet<string> = new Set(
  [keywords, builtIn, inherited, globals, thenable, typeParameters].flatMap((list) => list.split(' ')),
);

/** The names that no parameter can have in the arguments object. */
export const reservedMembers: ReadonlySet<string> = new Set(
  [keywords, inherited, 'accept body contentType extraQuery'].flatMap((list) => list.split(' ')),
);

/** The names of members that every object inherits, which other objects should not use. */
export const inheritedMembers: ReadonlySet<string> = new Set(inherited.split(' '));

/** The file names that Windows reserves for devices. */
export const reservedFiles: ReadonlySet<string> = new Set(
  'con prn aux nul'.split(' ').concat([...'0123456789'].flatMap((digit) => [`com${digit}`, `lpt${digit}`])),
);
