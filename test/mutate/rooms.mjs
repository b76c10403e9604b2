/**
 * The code whose mistakes are tried, and the tests that are run about them. Each stage of `tests` runs only if the
 * stages before it noticed nothing, so the cheapest come first.
 * @type {Record<string, { files: RegExp, units: RegExp, tests: readonly (readonly string[])[] }>}
 */
export const rooms = {
  wire: {
    files: /^src\/wire\//,
    units: /^src\/wire\//,
    tests: [
      ['test/conformance/small-facts.test.ts', 'test/types/printed.test.ts', 'test/server/declared-names.test.ts'],
      ['test/wire/wire.test.ts', 'test/server/exact.test.ts', 'test/server/bodies.test.ts'],
      ['test/conversions/round-trip.test.ts', 'test/server/emitted-server.test.ts', 'test/cases.test.ts'],
    ],
  },
  encoders: {
    files: /^src\/(?:typescript\/encode|text\/)/,
    units: /^src\/(?:typescript|text)\//,
    tests: [['test/types/printed.test.ts'], ['test/cases.test.ts']],
  },
  validators: {
    files: /^src\/emitters\/validators\//,
    units: /^src\/emitters\/validators\//,
    tests: [
      ['test/json-schema/keywords.test.ts', 'test/validators/failures.test.ts', 'test/validators/items.test.ts'],
      ['test/validators/views.test.ts', 'test/validators/contract.test.ts', 'test/server/exact.test.ts'],
      ['test/json-schema/self-contained.test.ts', 'test/validators/hostile.test.ts', 'test/cases.test.ts'],
    ],
  },
  runtime: {
    files: /^src\/runtime\//,
    units: /^src\/runtime\//,
    tests: [
      ['test/json-schema/keywords.test.ts', 'test/validators/failures.test.ts', 'test/server/bodies.test.ts'],
      ['test/conformance/small-facts.test.ts', 'test/wire/wire.test.ts', 'test/server/security.test.ts'],
      ['test/conversions/round-trip.test.ts', 'test/server/emitted-server.test.ts', 'test/server/replies.test.ts'],
      [
        ...['practice-api', 'fastify-plugins', 'refusals', 'bodies', 'events', 'checked-calls'].map(
          (name) => `test/conformance/${name}.test.ts`,
        ),
        ...['fastify', 'express', 'http2'].map((name) => `test/conformance/through-${name}.test.ts`),
      ],
    ],
  },
};
