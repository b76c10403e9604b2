import { type Reference, typeReference, valueReference } from '../../typescript/code.js';

/** The modules of the runtime that the client uses, by the name that each export has. */
const modules = {
  client: ['ApiError', 'defineOperation', 'makeClient', 'setHeader'],
  'client-answer': [
    'anyAnswer',
    'emptyAnswer',
    'jsonAnswer',
    'mediaAnswer',
    'readBytesBody',
    'readJsonBody',
    'readTextBody',
  ],
  'client-auth': ['bearer'],
  'client-check': ['checkAgainst'],
  'client-convert': ['convertedAnswer', 'convertHeaders', 'exactJsonBody', 'readExactBody', 'sentJson', 'sentValue'],
  'client-default': ['succeedByDefault'],
  'client-platform': ['platformHeader'],
  'client-pages': ['defineItems', 'definePages'],
  'client-server': ['callAt'],
  'client-stream': ['streamItems'],
  'client-styled-headers': ['styledHeader'],
  'client-typed-headers': ['jsonHeader', 'primitiveHeader', 'textHeader', 'typedHeaders'],
  'client-security': [
    'basic',
    'bearerToken',
    'cookieKey',
    'headerKey',
    'httpScheme',
    'platformKey',
    'queryKey',
    'secureAny',
  ],
  'exact-json': ['writeExactJson'],
  'form-convert': ['exactPart', 'sentParts', 'writeExactField'],
  'stream-convert': ['convertedItems', 'sentItems'],
  'stream-events': ['readEvents', 'readJsonEvents'],
  'stream-json': ['readJsonLines', 'readJsonSequence'],
  'stream-parts': ['readPartItems', 'readParts'],
  'write-body': ['jsonBody'],
  'write-cookie': ['encodeReservedCookie', 'writeCookie', 'writeFormCookie'],
  'write-defaults': ['fillItems', 'fillMembers', 'fillOthers'],
  'write-form': ['eachField', 'formBody', 'formText', 'writeFormQuery', 'writeJsonField'],
  'write-header': ['headerJson', 'refuseHeader', 'writeHeader'],
  'write-header-text': ['escapeHeader'],
  'write-items': ['eventsBody', 'jsonLinesBody', 'jsonSequenceBody'],
  'write-json': ['writeJson'],
  'write-multipart': ['eachPart', 'headedPart', 'jsonPart', 'multipartBody', 'styledPart', 'typedPart'],
  'write-not-shown': ['notShownAnswer', 'notShownItems', 'tellAssumed', 'writeExtraQuery', 'writeUnnamed'],
  'write-other-body': ['bytesBody', 'textBody'],
  'write-parts': ['encodeReserved', 'encodeReservedPath'],
  'write-path': ['writePath'],
  'write-path-styles': ['writeLabel', 'writeMatrix', 'writeSimple'],
  'write-positional': ['positionalBody'],
  'write-query': ['writeQuery'],
  'write-query-styles': ['writeDeep', 'writeDelimited', 'writeForm'],
  'write-requires': ['requireHeader'],
  'write-whole-query': ['writeWholeQuery'],
} as const;

type Modules = typeof modules;

/** Refers to a value of the runtime. */
export function runtimeValue<M extends keyof Modules>(module: M, name: Modules[M][number]): Reference {
  return valueReference(`runtime/${module}`, name);
}

/** Refers to a type that the runtime declares for the client. */
export function runtimeType(name: string, module = 'client-types'): Reference {
  return typeReference(`runtime/${module}`, name);
}
