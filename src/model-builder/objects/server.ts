import type { Server, ServerVariable } from '../../model/api.js';
import { type BuildContext, type NamedNode, type Node, omitUndefinedMembers } from '../context.js';
import { readElement } from '../gaps/element.js';
import { type ObjectReader, openObject, readObject } from '../object-reader.js';

/** Reads the servers of the root, a path item or an operation. Returns `undefined` if it has no `servers`. */
export function readServers(
  parent: ObjectReader<'OpenAPI Object'> | ObjectReader<'Path Item Object'> | ObjectReader<'Operation Object'>,
): readonly Server[] | undefined {
  const nodes = parent.list('servers');
  if (!nodes || nodes.length === 0) return undefined;
  return nodes.flatMap((node) => readServer(parent.context, node) ?? []);
}

/** Reads a Server Object (OpenAPI 3.2, 4.5). */
export function readServer(context: BuildContext, node: Node): Server | undefined {
  const reader = openObject(context, 'Server Object', node);
  if (!reader) return undefined;
  const url = reader.neededText('url');
  const variables = reader.map('variables') ?? [];
  const { origin, notShown, source } = readElement(reader);
  const server: Server = {
    origin,
    notShown,
    source,
    url: url ?? '',
    ...reader.presentTexts('name', 'description'),
    variables: variables.flatMap((variable) => readVariable(context, variable) ?? []),
  };
  reader.close();
  if (url !== undefined) checkVariables(reader, server);
  return server;
}

function readVariable(context: BuildContext, node: NamedNode): ServerVariable | undefined {
  return readObject(context, 'Server Variable Object', node, (reader) => {
    const values = reader.texts('enum');
    const value = reader.textOr('default', values?.[0] ?? '');
    const { name } = node;
    if (values?.includes(value) === false) context.report('default-not-in-enum', reader.at('default'), { name, value });
    return {
      ...readElement(reader),
      name,
      default: value,
      ...omitUndefinedMembers({ enum: values }),
      ...reader.presentTexts('description'),
    };
  });
}

function checkVariables(reader: ObjectReader<'Server Object'>, { url, variables }: Server): void {
  for (const [, name = ''] of url.matchAll(/\{([^{}]*)\}/g)) {
    if (variables.some((variable) => variable.name === name)) continue;
    reader.context.report('undeclared-server-variable', reader.at('url'), { name });
  }
}
