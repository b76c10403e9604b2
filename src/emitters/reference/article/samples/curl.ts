import type { JsonValue } from '../../../../model/element.js';
import { printExactJson } from '../../../../model/print-json.js';
import { encodeShellText, encodeShellWord } from '../../../../text/encode.js';
import { escapeUnseen } from './print-literal.js';
import { formatGaps, getArrival, hasBinaryResponse, type SampleRequest, type Text } from './request.js';
import type { SampleBody, SampleField } from './request-body.js';

/** Prints a request as a curl command (7.82 or later). Comments list the gaps of the parts that it leaves out. */
export function printCurlSample(request: SampleRequest): string {
  const { plan, method, server, path, headers, basic, certificate, body } = request;
  const url = printText([server, ...path]);
  const options = [
    ...headers.map(([name, value]) => `--header ${printText([`${name}: `, ...value])}`),
    ...(basic ? [`--user ${printText([basic[0], ':', basic[1]])}`] : []),
    ...(certificate ? [`--cert ${printText([certificate])}`] : []),
    ...(body ? printBody(body) : []),
    // In a terminal, curl fails on binary data without a file.
    ...(hasBinaryResponse(plan) ? ['--output response.bin'] : []),
  ];
  const start = [
    'curl',
    ...chooseMethod(method, body !== undefined),
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
    ...(getArrival(plan) === 'whole' ? [] : ['--no-buffer']),
    url,
  ];
  const lines = [start.join(' '), ...options.map((option) => `  ${option}`)];
  return [...formatGaps(plan).map((gap) => `# ${gap}`), lines.join(' \\\n')].join('\n');
}

// With `--request HEAD`, curl would wait for a body.
function chooseMethod(method: string, hasBody: boolean): readonly string[] {
  if (method === 'HEAD') return ['--head'];
  if (method === 'GET' && !hasBody) return [];
  // A method is a token (RFC 9110, 9.1). A method with characters other than letters is quoted.
  return [`--request ${/^[A-Za-z]+$/.test(method) ? method : `"${encodeShellText(method)}"`}`];
}

function printText(text: Text): string {
  return `"${text.map((part) => (typeof part === 'string' ? encodeShellText(part) : `$${part.variable}`)).join('')}"`;
}

function printBody(body: SampleBody): readonly string[] {
  const type = `--header ${printText([`Content-Type: ${body.mediaType}`])}`;
  switch (body.kind) {
    case 'json':
      return [type, `--data-raw ${encodeShellWord(escapeUnseen(printIndented(body.value)))}`];
    case 'text':
      return [type, `--data-raw ${encodeShellWord(body.text)}`];
    case 'file':
      return [type, `--data-binary ${encodeShellWord(`@${body.name}`)}`];
    case 'fields':
      return body.fields.map(printField);
  }
}

// Indents the lines of the value like the options of the command.
function printIndented(value: JsonValue): string {
  return printExactJson(value, '  ').replaceAll('\n', '\n  ');
}

function printField(field: SampleField): string {
  if ('file' in field) return `--form ${encodeShellWord(`${encodeFieldName(field.name)}=@${field.file}`)}`;
  if (field.contentType === undefined) return `--form-string ${encodeShellWord(`${field.name}=${field.text}`)}`;
  // Quoted, because `;` and `,` would end the value.
  return `--form ${encodeShellWord(`${encodeFieldName(field.name)}="${escapeQuotes(field.text)}";type=${field.contentType}`)}`;
}

function encodeFieldName(name: string): string {
  return /[=";,\\]/.test(name) ? `"${escapeQuotes(name)}"` : name;
}

function escapeQuotes(text: string): string {
  return text.replace(/["\\]/g, '\\$&');
}
