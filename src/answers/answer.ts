import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { findNearestName } from '../diagnostics/nearest-name.js';
import type { Api } from '../model/api.js';
import type { GapKind, JsonValue } from '../model/element.js';

/** The answer to a gap. */
export interface Answer {
  /** The name of a parameter. */
  readonly name?: string;
  /** The values that were missing from a list of known values. */
  readonly values?: readonly string[];
  /** The status code of a success. */
  readonly status?: string;
  /** A statement in words. */
  readonly text?: string;
  /** What a file contains: a schema, properties that can be absent, parameters, transitions, responses, headers or webhooks. */
  readonly content?: JsonValue;
  /** States that the description is complete. */
  readonly isComplete?: boolean;
  /** Whether `text` replaces the text of the object instead of being added to it. */
  readonly replaces?: boolean;
  /** Who answered, or where the answer was found. It is written into `x-resolved`. */
  readonly source: string;
  /** The day of the answer, an ISO 8601 date. */
  readonly date: string;
}

/** The forms in which an answer can be stated. */
export const answerFormNames = ['name', 'values', 'status', 'text', 'content', 'isComplete'] as const;

type AnswerForm = (typeof answerFormNames)[number];

/** The flag of each form. */
export const answerFlags: { readonly [F in AnswerForm]: string } = {
  name: '--name NAME',
  values: '--values VALUE,VALUE',
  status: '--status CODE',
  text: '--text TEXT',
  content: '--file FILE',
  isComplete: '--complete',
};

/** The content of the file that answers a gap of each kind. */
const answerContents: { readonly [K in GapKind]?: string } = {
  shape: 'a schema',
  fields: "a schema with further 'properties'",
  presence: 'a list of the properties that can be absent',
  parameters: 'a list of parameters',
  transitions: "a list for 'x-transitions'",
  errors: 'a map of responses by status',
  header: 'a map of headers by name',
  events: 'a map of webhooks by name',
};

/** Lists the flags of the answers that a gap of a kind can have. For a file, also lists its content. */
export function listAnswerFlags(kind: GapKind): readonly string[] {
  const content = answerContents[kind];
  return answerForms[kind].map((form) =>
    form === 'content' && content ? `${answerFlags[form]} (${content})` : answerFlags[form],
  );
}

/** The forms that an answer to each kind of gap can have. */
export const answerForms: { readonly [K in GapKind]: readonly AnswerForm[] } = {
  shape: ['content'],
  fields: ['content', 'isComplete'],
  presence: ['text', 'content'],
  values: ['values', 'isComplete'],
  'parameter-name': ['name'],
  parameters: ['content', 'isComplete'],
  unit: ['text'],
  transitions: ['content', 'isComplete'],
  'status-code': ['status'],
  errors: ['content', 'text', 'isComplete'],
  header: ['content', 'text', 'isComplete'],
  behaviour: ['text'],
  policy: ['text'],
  events: ['content', 'isComplete'],
};

interface KnownGaps extends Pick<Api, 'resolved'> {
  readonly gaps: readonly { readonly id: string }[];
  /** The gaps that are open only where the filter omits them. */
  readonly omitted?: ReadonlySet<string>;
}

/** Reports ids that belong to no open gap. */
export function reportUnknownGaps(
  { gaps, resolved, omitted }: KnownGaps,
  ids: readonly string[],
  diagnostics: Diagnostics,
): void {
  if (ids.length === 0) diagnostics.report('gap-not-named', undefined, {});
  const known = gaps.map(({ id }) => id);
  for (const id of ids.filter((one) => !known.includes(one))) {
    const answered = resolved.find((one) => one.id === id);
    const finding = answered
      ? ({ variant: 'answered', id, answer: answered.answer } as const)
      : omitted?.has(id)
        ? ({ variant: 'omitted', id } as const)
        : ({ variant: 'absent', id, likely: findNearestName(id, known) } as const);
    diagnostics.report('gap-unknown', undefined, finding);
  }
}
