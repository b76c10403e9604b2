import { encodePropertyKey, encodeString } from '../../../../typescript/code.js';
import type { OperationPlan } from '../../../../wire/plan.js';
import { type Dialect, printLiteral, printParts } from './print-literal.js';
import {
  formatGaps,
  getArrival,
  hasBinaryResponse,
  hasJsonResponse,
  type SampleRequest,
  type Text,
} from './request.js';
import type { SampleBody, SampleField } from './request-body.js';

/** The literals of JavaScript and TypeScript. */
export const javaScript: Dialect = {
  string: encodeString,
  key: encodePropertyKey,
  words: ['null', 'true', 'false'],
  spaces: true,
  step: '  ',
};

/**
 * Prints a request as a module that calls `fetch`, for Node.js. Comments list the gaps of the parts that it leaves
 * out.
 */
export function printFetchSample({ plan, method, server, path, headers, basic, body }: SampleRequest): string {
  const fields = body?.kind === 'fields' ? body.fields : [];
  const files = body?.kind === 'file' ? [body.name] : fields.flatMap((field) => ('file' in field ? [field.file] : []));
  const sent = [
    ...headers.map(([name, value]) => `${encodePropertyKey(name)}: ${printText(value)}`),
    ...(basic ? [`Authorization: \`Basic \${btoa(\`\${${read(basic[0])}}:\${${read(basic[1])}}\`)}\``] : []),
    // The media type of a form includes the boundary, so `fetch` sets it.
    ...(body && body.kind !== 'fields' ? [`'Content-Type': ${encodeString(body.mediaType)}`] : []),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`method: ${encodeString(method)}`]),
    ...(sent.length > 0 ? [`headers: ${printParts(sent, '{}', javaScript, '  ')}`] : []),
    ...(body ? [`body: ${printBody(body)}`] : []),
  ];
  const call = options.length === 0 ? '' : `, {\n${options.map((option) => `  ${option},\n`).join('')}}`;
  return [
    ...(files.length > 0 ? ["import { openAsBlob } from 'node:fs';", ''] : []),
    ...formatGaps(plan).map((gap) => `// ${gap}`),
    ...(fields.length > 0 ? ['const form = new FormData();', ...fields.map(printField), ''] : []),
    `const response = await fetch(${printText([server, ...path])}${call});`,
    ...printResponse(plan),
  ].join('\n');
}

// A stream may never end, so its parts are printed when they arrive.
function printResponse(plan: OperationPlan): readonly string[] {
  if (hasBinaryResponse(plan)) return ['console.log(response.status, new Uint8Array(await response.arrayBuffer()));'];
  if (getArrival(plan) === 'whole')
    return [`console.log(response.status, await response.${hasJsonResponse(plan) ? 'json' : 'text'}());`];
  return [
    'console.log(response.status);',
    'for await (const text of response.body.pipeThrough(new TextDecoderStream())) console.log(text);',
  ];
}

function printText(text: Text): string {
  if (text.every((part) => typeof part === 'string')) return encodeString(text.join(''));
  const [only, ...more] = text;
  if (more.length === 0 && typeof only === 'object') return read(only);
  const parts = text.map((part) => (typeof part === 'string' ? encodeTemplate(part) : `\${${read(part)}}`));
  return `\`${parts.join('')}\``;
}

// A template has the escapes of a string literal, except for the quote and the marks of the template.
function encodeTemplate(text: string): string {
  return encodeString(text)
    .slice(1, -1)
    .replaceAll("\\'", "'")
    .replace(/`|\$\{/g, '\\$&');
}

function read({ variable }: { readonly variable: string }): string {
  return `process.env.${variable}`;
}

function printBody(body: SampleBody): string {
  switch (body.kind) {
    case 'json':
      return `JSON.stringify(${printLiteral(body.value, javaScript, '  ')})`;
    case 'text':
      return encodeString(body.text);
    case 'file':
      return `await openAsBlob(${encodeString(body.name)})`;
    case 'fields':
      return 'form';
  }
}

function printField(field: SampleField): string {
  const name = encodeString(field.name);
  if ('file' in field) {
    const file = encodeString(field.file);
    return `form.append(${name}, await openAsBlob(${file}), ${file});`;
  }
  const text = encodeString(field.text);
  if (field.contentType === undefined) return `form.append(${name}, ${text});`;
  return `form.append(${name}, new Blob([${text}], { type: ${encodeString(field.contentType)} }));`;
}
