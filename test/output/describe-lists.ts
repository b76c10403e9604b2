/** Prints a description with an operation `list-NAME` for each name. */
export function describeLists(...names: readonly string[]): string {
  return JSON.stringify({
    openapi: '3.1.1',
    info: { title: 'Shop', version: '1' },
    servers: [{ url: 'https://api.invalid' }],
    paths: Object.fromEntries(
      names.map((name) => [
        `/${name}`,
        { get: { operationId: `list-${name}`, responses: { 200: { description: `Lists "${name}".` } } } },
      ]),
    ),
  });
}
