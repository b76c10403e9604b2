import { type ExtensionCodes, extensionCodes } from './build-extensions.js';
import { type SchemaCodes, schemaCodes } from './build-schemas.js';
import { type Catalogue, type CatalogueEntry, didYouMean, entry } from './entry.js';

/** Findings while building the model, with what each is told. */
export interface BuildCodes extends SchemaCodes, ExtensionCodes {
  'wrong-kind': { what: string; expected: string; found: string };
  'read-as': { keyword: string; expected: string; found: string; reading: string };
  'empty-keyword': { keyword: string };
  'missing-keyword': { object: string; keyword: string };
  'absent-keyword': { object: string; keyword: string; reading: string };
  'wrong-value': { keyword: string; value: string; allowed: string; likely: string | undefined };
  'unknown-keyword': { keyword: string; object: string; likely: string | undefined };
  'other-version-keyword': { keyword: string; version: string; since: string; reading: string };
  'repeated-value': { keyword: string; value: string };
  'wrong-reference-target': { reference: string; expected: string; found: string };
  'unexpected-reference': { what: string };
  'endless-reference': { what: string };
  'ignored-beside-reference': { keyword: string };
  'undeclared-server-variable': { name: string };
  'default-not-in-enum': { name: string; value: string };
  'unknown-security-scheme': { name: string; likely: string | undefined };
  'unknown-operation': { operationId: string; likely: string | undefined };
  'path-without-slash': { path: string };
  'path-with-query': { path: string };
  'unbalanced-braces': { path: string };
  'adjacent-path-parameters': { first: string; second: string };
  'same-path': { path: string; first: string };
  'operation-twice': { method: string; isHere: boolean };
  'repeated-operation-id': { operationId: string };
  'look-alike-name': { what: 'operationId' | 'schema'; name: string; first: string };
  'repeated-parameter': { name: string; location: string };
  'path-parameter-optional': { name: string };
  'unused-path-parameter': { name: string; path: string; likely: string | undefined };
  'undeclared-path-parameter': { name: string };
  'ignored-header': { name: string };
  'name-not-token': { name: string; location: string; reading: string };
  'beside-whole-query': { name: string };
  'status-out-of-range': { status: string };
  'style-not-here': { style: string; location: string; reading: string };
  'one-media-type': { mediaType: string };
  'schema-and-content': Record<never, never>;
  'component-name': { name: string };
  'unused-component': { name: string; object: string };
  overridden: { keyword: string };
}

const likelyEntry = <P extends { likely: string | undefined }>(
  severity: 'error' | 'warning',
  message: (parameters: P) => string,
): CatalogueEntry<P> => entry(severity, message, ({ likely }) => didYouMean(likely));

/** Findings while building the model, with how each is worded. */
export const buildCodes: Catalogue<BuildCodes> = {
  ...schemaCodes,
  ...extensionCodes,
  'wrong-kind': entry('error', ({ what, expected, found }) => `${what} must be ${expected}, not ${found}`),
  'read-as': entry(
    'warning',
    ({ keyword, expected, found, reading }) =>
      `'${keyword}' should be ${expected}; ${found} stands here and is read as ${reading}`,
  ),
  'empty-keyword': entry('warning', ({ keyword }) => `'${keyword}' has no value and is read as absent`),
  'missing-keyword': entry('error', ({ object, keyword }) => `this ${object} has no '${keyword}'`),
  'absent-keyword': entry(
    'warning',
    ({ object, keyword, reading }) => `this ${object} should have '${keyword}'; ${reading}`,
  ),
  'wrong-value': likelyEntry(
    'error',
    ({ keyword, value, allowed }) => `'${keyword}' cannot be '${value}'; it must be one of: ${allowed}`,
  ),
  'unknown-keyword': likelyEntry(
    'warning',
    ({ keyword, object }) => `'${keyword}' is no keyword of the ${object} and is ignored`,
  ),
  'other-version-keyword': entry('warning', ({ keyword, version, since, reading }) =>
    since < version
      ? `'${keyword}' belongs to OpenAPI ${since}, the description is ${version}; ${reading}`
      : `'${keyword}' came with OpenAPI ${since}, the description is ${version}; ${reading}`,
  ),
  'repeated-value': entry('warning', ({ keyword, value }) => `${value} stands twice in '${keyword}' and counts once`),
  'wrong-reference-target': entry(
    'error',
    ({ reference, expected, found }) => `'${reference}' should lead to ${expected}, and leads to ${found}`,
  ),
  'unexpected-reference': entry(
    'warning',
    ({ what }) => `no reference may stand in place of ${what}; it is followed all the same`,
  ),
  'endless-reference': entry('error', ({ what }) => `the references to ${what} lead to each other and never to it`),
  'ignored-beside-reference': entry(
    'warning',
    ({ keyword }) => `'${keyword}' stands beside '$ref', where it has no effect, and is ignored`,
  ),
  'undeclared-server-variable': entry(
    'warning',
    ({ name }) => `the server has no variable '${name}'; it stays in the URL as it is written`,
  ),
  'default-not-in-enum': entry(
    'warning',
    ({ name, value }) =>
      `the default '${value}' of the server variable '${name}' is none of its 'enum'; it is taken all the same`,
  ),
  'unknown-security-scheme': likelyEntry(
    'warning',
    ({ name }) =>
      `there is no security scheme '${name}'; it is read as one whose credentials are not in the message (mutualTLS)`,
  ),
  'unknown-operation': likelyEntry(
    'warning',
    ({ operationId }) => `there is no operation '${operationId}'; the link leads nowhere`,
  ),
  'path-without-slash': entry(
    'warning',
    ({ path }) => `the path '${path}' should begin with '/'; it is read as if it did`,
  ),
  'path-with-query': entry(
    'warning',
    ({ path }) =>
      `the path '${path}' holds a '?' or '#', which no path has; what follows '?' is sent as query, and '#' ends what is sent`,
    () => 'declare query parameters under parameters',
  ),
  'unbalanced-braces': entry(
    'warning',
    ({ path }) => `a brace in the path '${path}' has no partner and is read as itself`,
  ),
  'adjacent-path-parameters': entry(
    'error',
    ({ first, second }) => `nothing stands between {${first}} and {${second}}, so nobody could tell where one ends`,
    () => 'put a separator between them, or make one parameter of both',
  ),
  'same-path': entry(
    'warning',
    ({ path, first }) =>
      `'${path}' and '${first}' are the same path but for parameter names; a server takes the one that comes first and has the method`,
  ),
  'operation-twice': entry('warning', ({ method, isHere }) =>
    isHere
      ? `the path item has ${method} twice; the first counts`
      : `the path item that '$ref' leads to has ${method} too; the one beside '$ref' counts`,
  ),
  'repeated-operation-id': entry(
    'warning',
    ({ operationId }) => `another operation is called '${operationId}' too; references to it lead to the first`,
  ),
  'look-alike-name': entry(
    'warning',
    ({ what, name, first }) => `the ${what} '${name}' looks like '${first}', which is another one`,
    () => 'rename one of the two',
  ),
  'repeated-parameter': entry(
    'warning',
    ({ name, location }) => `the ${location} parameter '${name}' is given twice; the first counts`,
  ),
  'path-parameter-optional': entry(
    'warning',
    ({ name }) => `the path parameter '${name}' should say 'required: true'; it is read as if it did`,
  ),
  'unused-path-parameter': likelyEntry(
    'warning',
    ({ name, path }) => `the path '${path}' has no '{${name}}'; the parameter is left out`,
  ),
  'undeclared-path-parameter': entry(
    'warning',
    ({ name }) => `the path parameter '${name}' is not declared; it is read as a required string`,
  ),
  'ignored-header': entry(
    'warning',
    ({ name }) => `the header '${name}' is described elsewhere in OpenAPI and ignored here`,
    () => 'Accept and Content-Type follow from the media types, Authorization from the security schemes',
  ),
  'name-not-token': entry(
    'warning',
    ({ name, location, reading }) =>
      `no message can hold a ${location} called '${name}', which is no token (RFC 9110, 5.6.2); ${reading}`,
  ),
  'beside-whole-query': entry(
    'warning',
    ({ name }) =>
      `'${name}' is the whole query (in: querystring), and other parameters of the query stand beside it; all of them are sent`,
  ),
  'status-out-of-range': entry(
    'warning',
    ({ status }) =>
      `HTTP has no status code ${status}, only those from 100 to 599 (RFC 9110, 15); it is taken as it is`,
  ),
  'style-not-here': entry(
    'warning',
    ({ style, location, reading }) => `the style '${style}' does not exist in ${location}; '${reading}' is taken`,
  ),
  'one-media-type': entry(
    'warning',
    ({ mediaType }) => `a parameter has one media type; '${mediaType}', the first, is taken`,
  ),
  'schema-and-content': entry('warning', () => "'schema' and 'content' exclude each other; 'content' is taken"),
  overridden: entry('note', ({ keyword }) => `'${keyword}' counts nowhere: no operation takes it over`),
  'component-name': entry(
    'warning',
    ({ name }) =>
      `the component name '${name}' should be made of letters, digits, '.', '-' and '_'; it is taken as it is`,
  ),
  'unused-component': entry(
    'note',
    ({ name, object }) => `nothing leads to the ${object} '${name}', so it stands in no artifact but the description`,
  ),
};
