/** The kinds of tokens that the layout distinguishes. */
export const tokenKinds = {
  punctuator: 0,
  string: 1,
  number: 2,
  comment: 3,
  /** A name, a regular expression or a part of a template. It is printed as it is. */
  other: 4,
} as const;
