import type { Operation, Server } from '../../model/api.js';
import { type Code, code, encodePropertyKey, encodeString, joinCode } from '../../typescript/code.js';
import type { TsFile } from '../../typescript/ts-file.js';
import { callRuntime, importRuntimeType, importRuntimeValue } from '../runtime-references.js';

/** Returns the first server of an operation that is not a server of the whole API, or `undefined` if there is none. */
export function findOwnServer({ servers }: Operation, roots: readonly Server[]): Server | undefined {
  const [first] = servers;
  return first && !servers.some(({ url }) => roots.some((root) => root.url === url)) ? first : undefined;
}

/** Prints the call of an operation at its own server. */
export function printCallAt(operation: Code, { url, variables }: Server, roots: readonly Server[]): Code {
  const list = roots.map((root) => encodeString(root.url)).join(', ');
  const server = `{ url: ${encodeString(url)}, variables: ${printDefaults(variables)}, roots: [${list}] }`;
  return callRuntime('client/server', 'callAt', operation, server);
}

function printDefaults(variables: Server['variables']): string {
  const values = variables.map(({ name, default: value }) => `${encodePropertyKey(name)}: ${encodeString(value)}`);
  return values.length === 0 ? '{}' : `{ ${values.join(', ')} }`;
}

/** Adds the function that returns the address of a server of the whole API. */
export function addServerUrl(file: TsFile, roots: readonly Server[]): void {
  const servers = [...new Map(roots.map((root) => [root.url, root])).values()];
  const types = servers.map((server) => {
    const [variables = 'undefined'] = printVariablesType(server);
    return `  readonly ${encodePropertyKey(server.url)}: ${variables};`;
  });
  const defaults = servers.map(({ url, variables }) => `  ${encodePropertyKey(url)}: ${printDefaults(variables)},`);
  file.addConstant({
    name: serverUrl,
    doc: 'Returns the address of a server of the description, for `baseUrl`. A variable without a value has its default.',
    type: code`${importRuntimeType('client/server', 'ServerUrl')}<{\n${types.join('\n')}\n}>`,
    value: code`/* @__PURE__ */ ${importRuntimeValue('client/server', 'serverUrlOf')}({\n${defaults.join('\n')}\n})`,
  });
}

/** The name of the function that returns the address of a server. */
export const serverUrl = 'serverUrl';

/**
 * Prints the type of `servers`: the URLs of servers that only some operations have. Returns `undefined` if there are
 * none.
 */
export function printServersType(operations: readonly Operation[], roots: readonly Server[]): Code | undefined {
  const own = new Map(
    operations.flatMap((operation) => findOwnServer(operation, roots) ?? []).map((one) => [one.url, one]),
  );
  if (own.size === 0) return undefined;
  const members = [...own.values()].map(
    (server) =>
      `  readonly ${encodePropertyKey(server.url)}?: ${['string', ...printVariablesType(server)].join(' | ')} | undefined;`,
  );
  return code`{\n${joinCode(members, '\n')}\n}`;
}

function printVariablesType({ variables }: Server): string[] {
  const members = variables.map(({ name, enum: values }) => {
    const type = values && values.length > 0 ? values.map(encodeString).join(' | ') : 'string';
    return `readonly ${encodePropertyKey(name)}?: ${type};`;
  });
  return members.length === 0 ? [] : [`{ ${members.join(' ')} }`];
}

/** Lists the servers of the whole API for a doc comment. */
export function describeServers(servers: readonly Server[]): string {
  if (servers.length === 0) return '';
  return `\n\nServers of the description:\n${servers.map(describeServer).join('\n')}`;
}

function describeServer({ url, name, description, variables }: Server): string {
  const texts = [name, description].filter((text) => text !== undefined);
  const lines = variables.map(({ name: variable, default: usual, enum: values, description: about }) => {
    const others = values ? ` of ${values.map((value) => `\`${value}\``).join(', ')}` : '';
    return `  - \`${variable}\`: \`${usual}\`${others}${about === undefined ? '' : `, ${about}`}`;
  });
  return [`- \`${url}\`${texts.length === 0 ? '' : `: ${texts.join(', ')}`}`, ...lines].join('\n');
}
