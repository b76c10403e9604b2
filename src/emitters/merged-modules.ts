/**
 * The runtime modules that are always used together, by the module of the output that contains them. Each module comes
 * after the modules that it imports. Node starts a server faster if there are few modules.
 */
export const mergedModules: ReadonlyMap<string, readonly string[]> = new Map([
  [
    'runtime/server',
    [
      ...[
        'read-headers',
        'security-plan',
        'server-refusal',
        'server-pipe',
        'server-reply',
        'read-place',
        'read-parameters',
        'read-large',
      ],
      ...['server-limits', 'read-body', 'server-router', 'server-call', 'server'],
    ].map((name) => `runtime/${name}`),
  ],
  [
    'runtime/node',
    ['node-message', 'node-closing', 'node-refusals', 'node-connections', 'node'].map((name) => `runtime/${name}`),
  ],
]);

const outputModules: ReadonlyMap<string, string> = new Map(
  [...mergedModules].flatMap(([module, parts]) => parts.map((part) => [part, module] as const)),
);

/** Returns the module of the output that contains a runtime module. */
export function findOutputModule(module: string): string {
  return outputModules.get(module) ?? module;
}
