/** The fixtures of the corpus that are about styles. All parameters and bodies of each are tested. */
export const styleFixtures: readonly string[] = [
  'oas-examples/3.0/json/parameters-extreme.json',
  'oas-examples/3.0/yaml/parameters-cookies.yaml',
  'oas-examples/3.0/json/schema-encoding-style.json',
  'oas-examples/3.1/json/schema-encoding-style.json',
  'oas-examples/3.0/json/file-uploads.json',
  'oas-examples/3.0/json/petstore-expanded.json',
  'oas-examples/3.0/json/uspto.json',
  'oas-examples/3.0/json/schema-deprecated.json',
  'oas-examples/3.0/yaml/schema-circular.yaml',
  'oas-examples/3.0/yaml/circular-paths.yaml',
  'oas-examples/3.1/yaml/petstore.yaml',
  'ogen/_testdata/examples/petstore-oauth2.yml',
  'ogen/_testdata/positive/any_parameters.json',
  'ogen/_testdata/positive/nullable_anyof_params.json',
  'ogen/_testdata/positive/deepObjectAdditionalProperties.yml',
  'ogen/_testdata/positive/shared_body_differing_headers.yml',
  'ogen/_testdata/positive/json_suffix_content_types.yml',
  'ogen/_testdata/positive/array_defaults.yml',
  'ogen/_testdata/positive/enum_number_coerce.yml',
  'ogen/_testdata/positive/webhooks.json',
  'ogen/_testdata/positive/security.json',
  'ogen/_testdata/examples/autorest/header.json',
  'ogen/_testdata/examples/autorest/luis.json',
  'ogen/_testdata/examples/redoc/pathItems.json',
  'ogen/_testdata/examples/swagger-petstore.yml',
  'heyapi/specs/3.0.x/content-binary.json',
  'heyapi/specs/3.0.x/content-types.yaml',
  'heyapi/specs/3.0.x/body-response-text-plain.yaml',
  'heyapi/specs/3.1.x/body-nested-array.yaml',
  'heyapi/specs/3.1.x/opencode.yaml',
  'heyapi/specs/3.1.x/full.yaml',
  'heyapi/specs/3.1.x/sdk-signatures.yaml',
  'heyapi/specs/3.0.x/rpc.yaml',
  'museum/openapi.yaml',
];

/** The fixtures that take longer than all others together. */
export const largeFixtures: readonly string[] = ['heyapi/specs/3.1.x/opencode.yaml', 'heyapi/specs/3.1.x/full.yaml'];

/** Facts about a fixture that are not in its description. Every name must exist. */
export interface FixtureNotes {
  /**
   * Schemas that are wrong in the description. Each is replaced with a schema that allows everything, so that the rest
   * can be tested.
   */
  readonly wrongSchemas?: readonly string[];
  /**
   * Parameters for which no client can send anything, each with a value of its schema that is refused. They are made
   * optional, so that the other parameters of their operation can be tested.
   */
  readonly unsendable?: { readonly [pointer: string]: unknown };
  /** Values that would not be drawn by chance, by operation and argument. */
  readonly given?: { readonly [operation: string]: { readonly [argument: string]: unknown } };
  /**
   * Arguments with two alternatives, a boolean and its text, which are sent as the same text. The server reads the
   * boolean.
   */
  readonly alike?: readonly string[];
}

/** The notes of each fixture. */
export const fixtureNotes: { readonly [file: string]: FixtureNotes } = {
  'oas-examples/3.0/yaml/circular-paths.yaml': {
    // Its items are objects, but in the style `simple` items are texts (OpenAPI 3.0, 4.7.12.3; RFC 6570, 2.3).
    unsendable: { '/paths/~1anything/put/parameters/0': [{ stock: {} }] },
  },
  'ogen/_testdata/examples/autorest/header.json': { given: { headerParamDuration: { value: 'P1DT12H' } } },
  'heyapi/specs/3.1.x/opencode.yaml': { alike: ['roots', 'archived'] },
  'heyapi/specs/3.1.x/full.yaml': {
    wrongSchemas: [
      // The file to which they refer is missing (OpenAPI 3.1, 4.6).
      '/components/schemas/ExternalRefA',
      '/components/schemas/ExternalRefB',
      // They refer to a Parameter Object, which is not a schema (OpenAPI 3.1, 4.8.24).
      '/components/schemas/CompositionWithOneOfAndProperties/oneOf/0/properties/foo',
      '/components/schemas/ModelWithOneOfAndProperties/oneOf/0',
      // No type is allowed by both these schemas and the other schemas of their `allOf` (JSON Schema 2020-12,
      // validation, 6.1.1).
      '/paths/~1api~1v{api-version}~1response/post/responses/200/content/application~1json/schema/allOf/1',
      '/components/schemas/CompositionWithAllOfAndNullable/properties/propA/allOf/3',
      '/components/schemas/ModelWithAnyOfConstantSizeArrayAndIntersect/items/allOf/1',
      '/components/schemas/AdditionalPropertiesUnknownIssue3/allOf/0',
    ],
    unsendable: {
      // Its only member is an object, but in the style `form` members are texts (OpenAPI 3.1, 4.8.12.3; RFC 6570, 2.3).
      '/paths/~1api~1v{api-version}~1complex/get/parameters/0': { first: { second: { third: 'x' } } },
    },
    given: {
      // Each of two exploded objects receives all names that no other parameter has.
      types: { parameterObject: { first: 'x' }, parameterDictionary: { second: 'y' } },
      // One of four objects, each of which also allows the members of the others.
      complexParams: {
        body: { key: 'a', name: 'b', type: 'Horse', parameters: { prop: 'x', 'foo_bar-enum': 'none' } },
      },
    },
  },
};
