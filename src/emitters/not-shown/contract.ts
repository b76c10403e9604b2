import { type Api, formatOperation, listOperations, type Operation } from '../../model/api.js';
import { type GapKind, gapKinds, type NotShown } from '../../model/element.js';

/** The texts about each kind of gap: what it asks for, and how to answer it in the description. */
export const kindTexts: { readonly [K in GapKind]: { readonly asks: string; readonly answer: string } } = {
  shape: { asks: 'the shape of a body or schema', answer: 'describe it with a schema' },
  fields: { asks: 'more fields of an object', answer: 'list all properties, or state that there are no others' },
  presence: {
    asks: 'which fields are always present, and which can be null',
    answer: 'list the fields that are always present as required, and add the type null where it applies',
  },
  values: { asks: 'more values', answer: 'list all values as an enum' },
  'parameter-name': { asks: 'the name of a parameter', answer: 'replace the placeholder with the name' },
  parameters: { asks: 'more parameters', answer: 'list the parameters, or state that there are no others' },
  unit: { asks: 'the unit, precision or scale of a value', answer: 'state it in the description of the value' },
  transitions: { asks: 'which transitions between statuses exist', answer: 'list the transitions as x-transitions' },
  'status-code': { asks: 'the status code of the successful response', answer: 'replace the range with the code' },
  errors: { asks: 'which errors occur, and when', answer: 'describe the error responses' },
  header: { asks: 'a header', answer: 'describe the header' },
  behaviour: { asks: 'what happens in a certain case', answer: 'state the rule in the description' },
  policy: { asks: 'a limit, a lifetime or a promise', answer: 'state the rule in the description' },
  events: { asks: 'webhooks and callbacks', answer: 'describe the webhooks or callbacks' },
};

/** A note of a team about a gap: a label, a text and, for a URL, the link. */
interface GapFact {
  readonly label: string;
  readonly text: string;
  readonly address?: string;
}

/**
 * Lists owner, issue, date and extensions of a gap for people. An extension whose value is not a string is printed as
 * JSON.
 */
export function listGapFacts({ owner, issue, since, extensions }: NotShown): readonly GapFact[] {
  return [
    ...(owner === undefined ? [] : [{ label: 'Owner', text: owner }]),
    ...(issue === undefined ? [] : [{ label: 'Issue', text: issue, address: issue }]),
    ...(since === undefined ? [] : [{ label: 'Open since', text: since }]),
    ...Object.entries(extensions).map(([label, value]) => ({
      label,
      text: typeof value === 'string' ? value : JSON.stringify(value),
    })),
  ];
}

/** The gaps of one kind, or of one operation. */
interface GapGroup<T> {
  readonly of: T;
  readonly gaps: readonly NotShown[];
}

/** Groups the open gaps by kind; omits kinds without gaps. */
export function groupByKind(api: Api): readonly GapGroup<GapKind>[] {
  return gapKinds
    .map((of) => ({ of, gaps: api.gaps.filter(({ kind }) => kind === of) }))
    .filter(({ gaps }) => gaps.length > 0);
}

/**
 * Groups the open gaps by operation in the order of the description. Omits operations without gaps, and gaps that
 * affect every operation.
 */
export function groupByOperation(api: Api): readonly GapGroup<Operation>[] {
  const everywhere = new Set(listCommonGaps(api));
  return listOperations(api)
    .map((of) => ({ of, gaps: listOperationGaps(api, of).filter((gap) => !everywhere.has(gap)) }))
    .filter(({ gaps }) => gaps.length > 0);
}

/** Returns the open gaps that affect an operation, including those that affect all operations. */
export function listOperationGaps(api: Api, operation: Operation): readonly NotShown[] {
  if (api.gaps.length === 0) return api.gaps;
  const label = formatOperation(operation);
  return api.gaps.filter(({ operations }) => operations.includes(label));
}

/** Returns the open gaps that affect every operation, if there are several operations. */
export function listCommonGaps(api: Api): readonly NotShown[] {
  const labels = listOperations(api).map(formatOperation);
  if (labels.length < 2) return [];
  return api.gaps.filter(({ operations }) => labels.every((label) => operations.includes(label)));
}

/** Returns the open gaps that belong to the API as a whole. */
export function listAllGaps(api: Api): readonly NotShown[] {
  return api.gaps.filter(({ operations }) => operations.length === 0);
}
