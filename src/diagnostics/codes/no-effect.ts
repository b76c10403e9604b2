interface Ignored {
  readonly keyword: string;
}

/** Findings about keywords that have no effect where they are written. */
export const noEffectCodes = {
  'no-effect': {
    warning: {
      'empty-list': ({ keyword }: Ignored): string => describeIgnored(keyword, 'the list is empty'),
      alone: ({ keyword, others }: Ignored & { others: readonly string[] }): string =>
        describeIgnored(keyword, `there is no '${others.join("' or '")}' beside it`),
      'no-list': ({ keyword }: Ignored): string => describeIgnored(keyword, "there is no list under 'items' beside it"),
      'other-type': ({ keyword, types, own }: Ignored & { types: string; own: string }): string =>
        describeIgnored(keyword, `it applies to values of type ${types}, but 'type' is ${own}`),
      'no-count': ({ keyword, value }: Ignored & { value: number }): string =>
        describeIgnored(keyword, `${value} is not a non-negative integer`),
      'not-above-zero': ({ keyword, value }: Ignored & { value: number }): string =>
        describeIgnored(keyword, `${value} is not greater than 0`),
      contradicted: ({ keyword, other }: Ignored & { other: string }): string =>
        describeIgnored(keyword, `'${other}' contradicts it`),
      'no-valid-value': ({ keyword }: Ignored): string => describeIgnored(keyword, 'no value is valid here'),
      nullable: (): string => describeIgnored('nullable', "without 'type' beside it, null is allowed anyway"),
      'required-flag': (): string =>
        describeIgnored('required', 'it is a list of the names of required properties, on the object that has them'),
      'no-recursive-anchor': ({ keyword }: Ignored): string =>
        describeIgnored(keyword, "no schema around it has '$recursiveAnchor'"),
      'no-property': ({ keyword }: Ignored): string => describeIgnored(keyword, 'no property has this schema'),
      'no-alternative': ({ name }: { name: string }): string =>
        describeIgnored('discriminator', `no alternative has a property '${name}'`),
      'value-not-allowed': ({ value, name }: { value: string; name: string }): string =>
        describeIgnored(value, `the schema that it maps to does not allow this value of '${name}'`),
      'not-of-form': ({ keyword, mediaType }: Ignored & { mediaType: string }): string =>
        describeIgnored(
          keyword,
          `it applies to the parts of forms and multipart content, but the media type is '${mediaType}'`,
        ),
      'no-such-property': ({ keyword }: Ignored): string =>
        describeIgnored(keyword, 'the schema has no property of this name'),
      'style-beside': ({ keyword }: Ignored): string =>
        describeIgnored(keyword, "'style', 'explode' or 'allowReserved' beside it decides how the value is written"),
      'content-beside': ({ keyword }: Ignored): string =>
        describeIgnored(keyword, "it applies to a 'schema', but 'content' decides how the value is written"),
      'not-encoded': ({ keyword }: Ignored): string => describeIgnored(keyword, 'nothing is percent-encoded here'),
      'query-only': ({ keyword }: Ignored): string => describeIgnored(keyword, 'it applies to query parameters'),
      'no-operation': ({ path }: { path: string }): string => describeIgnored(path, 'it has no operation'),
      'circular-parents': (): string => describeIgnored('parent', 'the parents of this tag form a cycle'),
      'unknown-tag': ({ parent }: { parent: string }): string =>
        describeIgnored('parent', `there is no tag '${parent}'`),
    },
    effect: 'ignored' as const,
  },
};

function describeIgnored(keyword: string, why: string): string {
  return `'${keyword}' has no effect: ${why}`;
}
