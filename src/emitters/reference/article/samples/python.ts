import type { OperationPlan } from '../../../../wire/plan.js';
import { type Dialect, escapeUnseen, printLiteral, printParts } from './print-literal.js';
import { formatGaps, getArrival, hasBinaryResponse, type SampleRequest, type Text } from './request.js';
import type { SampleBody, SampleField } from './request-body.js';

const python: Dialect = {
  string: encodePython,
  key: encodePython,
  words: ['None', 'True', 'False'],
  spaces: false,
  step: '    ',
};

/** Prints a request as a Python program with httpx. Comments list the gaps of the parts that it leaves out. */
export function printPythonSample({ plan, method, server, path, headers, ...request }: SampleRequest): string {
  const { basic, certificate, body } = request;
  const sent = [
    ...headers.map(([name, value]) => `${encodePython(name)}: ${printText(value)}`),
    ...(body && body.kind !== 'fields' ? [`"Content-Type": ${encodePython(body.mediaType)}`] : []),
  ];
  const parts = [
    encodePython(method),
    printText([server, ...path]),
    ...(sent.length > 0 ? [`headers=${printParts(sent, '{}', python, '    ')}`] : []),
    ...(basic ? [`auth=(${printText([basic[0]])}, ${printText([basic[1]])})`] : []),
    ...(certificate ? [`cert=${printText([certificate])}`] : []),
    ...(body ? [printBody(body)] : []),
  ];
  const isWhole = getArrival(plan) === 'whole';
  const lines = isWhole ? parts : [...parts, 'timeout=None'];
  const call = `(\n${lines.map((part) => `    ${part},\n`).join('')})`;
  const usesEnvironment = call.includes('os.environ[');
  return [
    ...(usesEnvironment ? ['import os', ''] : []),
    'import httpx',
    '',
    ...formatGaps(plan).map((gap) => `# ${gap}`),
    ...(isWhole ? printWhole(call, plan) : printStream(call)),
  ].join('\n');
}

function printWhole(call: string, plan: OperationPlan): readonly string[] {
  const body = hasBinaryResponse(plan) ? 'content' : 'text';
  return [`response = httpx.request${call}`, `print(response.status_code, response.${body})`];
}

// A stream may never end, so its lines are printed when they arrive.
function printStream(call: string): readonly string[] {
  return [
    `with httpx.stream${call} as response:`,
    '    print(response.status_code)',
    '    for line in response.iter_lines():',
    '        print(line)',
  ];
}

// Python has the same escapes as JSON.
function encodePython(text: string): string {
  return escapeUnseen(JSON.stringify(text));
}

function printText(text: Text): string {
  const joined: (string | { readonly variable: string })[] = [];
  for (const part of text) {
    const last = joined.at(-1);
    if (typeof part === 'string' && typeof last === 'string') joined[joined.length - 1] = `${last}${part}`;
    else joined.push(part);
  }
  return joined
    .map((part) => (typeof part === 'string' ? encodePython(part) : `os.environ["${part.variable}"]`))
    .join(' + ');
}

function printBody(body: SampleBody): string {
  switch (body.kind) {
    case 'json':
      return `json=${printLiteral(body.value, python, '    ')}`;
    case 'text':
      return `content=${encodePython(body.text)}`;
    case 'file':
      return `content=open(${encodePython(body.name)}, "rb")`;
    case 'fields':
      return `files=${printParts(body.fields.map(printField), '[]', python, '    ')}`;
  }
}

function printField(field: SampleField): string {
  const name = encodePython(field.name);
  if ('file' in field) return `(${name}, open(${encodePython(field.file)}, "rb"))`;
  const type = field.contentType === undefined ? '' : `, ${encodePython(field.contentType)}`;
  return `(${name}, (None, ${encodePython(field.text)}${type}))`;
}
