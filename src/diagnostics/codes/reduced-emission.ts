interface Media {
  readonly mediaType: string;
}

/** How the server handles the content of a media type that it does not read completely, by variant. */
export type ServerReduction = 'parts-as-bytes' | 'text-as-written' | 'bytes-as-written';

/** Findings about parts of the description that an artifact omits or handles differently. */
export const reducedEmissionCodes = {
  'reduced-emission': {
    warning: {
      'called-by-api': ({ kind, method, path }: { kind: string; method: string; path: string }): string =>
        `the ${kind} ${method} '${path}': client and server have no operation for it; types and validators describe its messages`,
      'empty-value': ({ name }: { name: string }): string =>
        `'allowEmptyValue' of '${name}': client and server accept an empty value only if the schema allows it`,
      'nested-content': ({ name, nested, usual }: { name: string; nested: string; usual: string }): string =>
        `'${nested}' within the field '${name}': client and server read the field as JSON and send '${usual}'`,
      'header-proto': ({ name }: { name: string }): string =>
        `the header '${name}': the client rejects it, because an object of headers cannot contain it`,
      'request-body': ({ method }: { method: string }): string =>
        `a request body of ${method}: the client passes it to the transport; \`fetch\` rejects it`,
      method: ({ method }: { method: string }): string =>
        `the method ${method}: the client passes it to the transport; \`fetch\` rejects it`,
      'further-server': (): string => 'an additional server of an operation: the client calls the first one by default',
      'fields-of-events': ({ mediaType, isSent }: Media & { isSent: boolean }): string =>
        `a schema of '${mediaType}' that does not describe an array of events: the client ${isSent ? 'takes' : 'returns'} the fields of each event as text`,
      'text-of-other': ({ mediaType, isSent }: Media & { isSent: boolean }): string =>
        `a schema of '${mediaType}' that does not describe strings: the client ${isSent ? 'takes' : 'returns'} its text`,
      'response-as-bytes': ({ mediaType }: Media): string => `'${mediaType}' as response: the client returns its bytes`,
      'response-as-text': ({ mediaType }: Media): string => `'${mediaType}' as response: the client returns its text`,
      'headers-of-parts': (): string =>
        'headers of parts in a response: the client reads the content of the parts only',
      'default-in-alternatives': (): string =>
        'a default of a required property in alternatives that only a validator can distinguish: the client does not fill it in; the caller passes it',
      'discriminator-alone': (): string =>
        "a discriminator without 'oneOf' or 'anyOf' that no schema extends: types and validators read the value as this schema",
      'parts-as-bytes': ({ mediaType }: Media): string =>
        `content of '${mediaType}': the server passes it to the handler as bytes`,
      'text-as-written': ({ mediaType }: Media): string =>
        `content of '${mediaType}': the server sends the text that the handler returns`,
      'bytes-as-written': ({ mediaType }: Media): string =>
        `content of '${mediaType}': the server sends the bytes that the handler returns`,
      'same-route': ({ method, path, first }: { method: string; path: string; first: string }): string =>
        `another operation for ${method} ${path}: the server calls '${first}', which comes first`,
      'dynamic-scopes': ({ limit }: { limit: number }): string =>
        `more than ${limit} dynamic scopes: '$dynamicRef' is read as '$ref' in the others`,
    },
    effect: 'reduced' as const,
  },
};
