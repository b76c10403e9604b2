import type { SecurityScheme } from '../../../../model/security.js';
import { encodeShellText } from '../../../../text/encode.js';
import type { OperationPlan, ParameterPlan } from '../../../../wire/plan.js';
import { formatGaps } from './gaps.js';

/**
 * Prints the call of an operation as a curl command (7.87 or later). Values of the caller are variables; a comment lists
 * the items that are not shown.
 */
export function printCurlSample(plan: OperationPlan): string {
  const { operation, path, query, parameters, body } = plan;
  const variables = new Variables();
  const start = variables.name('base_url');
  const address = path.map((part) =>
    'literal' in part ? encodeShellText(part.literal) : variables.name(part.parameter.parameter.writtenName),
  );
  const sent = parameters.filter(({ parameter }) => parameter.required && parameter.location !== 'path');
  const options = [
    ...sent.flatMap((parameter) => printParameter(parameter, variables)),
    ...(operation.security[0]?.schemes ?? []).flatMap(({ scheme }) => printScheme(scheme, variables)),
    ...(body ? printBody(body.alternatives[0]?.mediaType.mediaType ?? '', variables) : []),
  ];
  const method = operation.method === 'GET' ? '' : `--request ${encodeMethod(operation.method)} `;
  const url = `"${start}${address.join('')}${query === undefined ? '' : `?${encodeShellText(query)}`}"`;
  const lines = [`curl ${method}${url}`, ...options.map((option) => `  ${option}`)];
  return [...formatGaps(plan).map((gap) => `# ${gap}`), lines.join(' \\\n')].join('\n');
}

function printParameter({ parameter }: ParameterPlan, variables: Variables): string[] {
  const { wireName, location } = parameter;
  if (!wireName.shown || location === 'querystring') return [];
  const name = encodeShellText(wireName.value);
  const value = variables.name(wireName.value);
  if (location === 'header') return [`--header "${name}: ${value}"`];
  return [location === 'cookie' ? `--cookie "${name}=${value}"` : `--url-query "${name}=${value}"`];
}

function printScheme(scheme: SecurityScheme, variables: Variables): string[] {
  switch (scheme.type) {
    case 'mutualTLS':
      return [`--cert "${variables.name('certificate')}"`];
    case 'apiKey': {
      const key = `${encodeShellText(scheme.wireName)}${scheme.in === 'header' ? ': ' : '='}${variables.name(scheme.name)}`;
      return [`${{ header: '--header', query: '--url-query', cookie: '--cookie' }[scheme.in]} "${key}"`];
    }
    case 'http':
      if (scheme.scheme.toLowerCase() === 'basic')
        return [`--user "${variables.name('user')}:${variables.name('password')}"`];
      return [`--header "Authorization: ${encodeShellText(formatScheme(scheme.scheme))} ${variables.name('token')}"`];
    default:
      return [`--header "Authorization: Bearer ${variables.name('token')}"`];
  }
}

function formatScheme(scheme: string): string {
  return scheme.toLowerCase() === 'bearer' ? 'Bearer' : scheme;
}

function printBody(mediaType: string, variables: Variables): string[] {
  const type = mediaType.includes('*') ? variables.name('content_type') : encodeShellText(mediaType);
  return [`--header "Content-Type: ${type}"`, `--data-binary "${variables.name('body')}"`];
}

// A method is a token (RFC 9110, 9.1); any other text is put in quotes.
function encodeMethod(method: string): string {
  return /^[A-Za-z]+$/.test(method) ? method : `"${encodeShellText(method)}"`;
}

/** The variables of a shell command. Different values have different names. */
class Variables {
  readonly #taken = new Set<string>();

  name(thing: string): string {
    const wanted = thing
      .replace(/[^A-Za-z0-9]+/g, '_')
      .replace(/^(?=[0-9]|$)/, '_')
      .toLowerCase();
    let name = wanted;
    for (let count = 2; this.#taken.has(name); count++) name = `${wanted}_${count}`;
    this.#taken.add(name);
    return `\${${name}}`;
  }
}
