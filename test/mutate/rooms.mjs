/**
 * The code in which mistakes are tried.
 * @type {Record<string, RegExp>}
 */
export const rooms = {
  wire: /^src\/wire\//,
  encoders: /^src\/(?:typescript\/encode|text\/)/,
  validators: /^src\/emitters\/validators\//,
  runtime: /^src\/runtime\//,
  'model-builder': /^src\/model-builder\//,
};

/** The tests that can notice a mistake in a room. The others take long, or are about other parts of Lacuna. */
export const tests = new RegExp(
  [
    /^src\/(?:runtime|wire|typescript|text|emitters|samples|model|model-builder)\//,
    /^test\/(?:conversions|emitters|gaps|json-schema|model|mutate|validators|wire)\//,
    /^test\/types\/printed/,
    /^test\/coverage\/coverage/,
    // The others draw thousands of requests.
    /^test\/server\/(?!fuzz)/,
    // The calls of `samples.test.ts` need the reference, which takes long to generate. The adapters repeat tests of
    // other files.
    /^test\/conformance\/(?!samples|through-(?:express|http2))/,
    /^test\/cases\.test\.ts$/,
  ]
    .map(({ source }) => source)
    .join('|'),
);
