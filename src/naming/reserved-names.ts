// Words that no variable can be called in a module (ECMA-262, 12.7.2).
const keywords =
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof undefined var void while with yield';

// Names of types that TypeScript keeps for itself (TS2457).
const builtIn = 'any bigint boolean never number object string symbol unknown';

// Members that every object inherits: an absent member of this name would be found all the same.
const inherited =
  '__proto__ __defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__ constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf';

// What generated code, or the code beside it, takes for granted under these names.
const globals =
  'AbortController AbortSignal AggregateError Array ArrayBuffer ArrayLike AsyncGenerator AsyncIterable AsyncIterator Awaited BigInt Blob Boolean Buffer DOMException DataView Date Error EvalError Exclude Extract File FormData Function Generator Headers Infinity InstanceType Intl Iterable Iterator JSON Map Math NaN NoInfer NonNullable Number Object Omit Parameters Partial Pick Promise PromiseLike Proxy RangeError ReadableStream Readonly ReadonlyArray ReadonlyMap ReadonlySet Record ReferenceError Reflect RegExp Request Required Response ReturnType Set String Symbol SyntaxError TextDecoder TextEncoder TransformStream TypeError URIError URL URLSearchParams Uint8Array WeakMap WeakRef WeakSet WritableStream atob btoa clearInterval clearTimeout console crypto decodeURI decodeURIComponent encodeURI encodeURIComponent exports fetch global globalThis isFinite isNaN module parseFloat parseInt performance process queueMicrotask require setInterval setTimeout structuredClone';

// What the barrels of the output export beside the things of the description.
const exported =
  'ApiError CheckedWireNames ExtraQuery FieldsItem FieldsNotShown Handlers NotShown NotShownError OpenItem ParameterNameItem ParametersItem ResolvedItem ShapeItem WireNames asPart assume createClient createServer downloadFrom followEvents followRedirects isFailure listen rest reveal toNodeHandler unimplemented withHeaders withHooks';

// What generated code calls its own type parameters.
const typeParameters = 'Given Returned';

/** Names that no declaration of the output takes from a description. */
export const reservedNames: ReadonlySet<string> = new Set(
  [keywords, builtIn, inherited, globals, exported, typeParameters].flatMap((list) => list.split(' ')),
);

/** Names that no parameter has as a member of the arguments object. */
export const reservedMembers: ReadonlySet<string> = new Set(
  [keywords, inherited, 'body contentType extraQuery'].flatMap((list) => list.split(' ')),
);

/** Names that every object has, so that no other object's member should. */
export const inheritedMembers: ReadonlySet<string> = new Set(inherited.split(' '));

/** File names that modules of our own have, or that Windows keeps for its devices. */
export const reservedFiles: ReadonlySet<string> = new Set(
  'index node fetch fastify not-shown client check-calls check-replies server operations schemas router handlers security errors con prn aux nul'
    .split(' ')
    .concat([...'0123456789'].flatMap((digit) => [`com${digit}`, `lpt${digit}`])),
);
