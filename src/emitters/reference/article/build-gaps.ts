import { formatOrigin } from '../../../diagnostics/origin.js';
import { type Api, formatOperation, listOperations, type Operation } from '../../../model/api.js';
import type { NotShown } from '../../../model/element.js';
import { shortenTitle } from '../../../text/render-markdown.js';
import {
  type Block,
  type Blocks,
  code,
  type Inline,
  joinLine,
  link,
  mark,
  paragraph,
  type Section,
} from '../../../text/tree.js';
import {
  groupByKind,
  groupByOperation,
  kindTexts,
  listAllGaps,
  listCommonGaps,
  listGapFacts,
} from '../../not-shown/contract.js';
import { formatGapId } from './addresses.js';
import type { Context } from './context.js';

/** Builds the ledger of the gaps, open and answered. Returns `undefined` if there are none. */
export function buildLedger(context: Context): Section | undefined {
  const { api } = context;
  if (api.gaps.length + api.resolved.length === 0) return undefined;
  const kinds = groupByKind(api);
  return {
    kind: 'section',
    id: 'not-shown',
    title: 'Not shown',
    blocks: [
      api.gaps.length > 0 && [
        paragraph(formatCount(api)),
        {
          kind: 'table' as const,
          head: ['kind', 'what is missing', 'questions'],
          rows: kinds.map(({ of, gaps }) => [link(`#kind-${of}`, of), kindTexts[of].asks, gaps.length]),
        },
        buildByOperation(context),
        kinds.map(
          ({ of, gaps }): Section => ({
            kind: 'section',
            id: `kind-${of}`,
            title: of,
            blocks: [
              paragraph(`What is missing: ${kindTexts[of].asks}. To answer: ${kindTexts[of].answer}.`),
              gaps.map((gap) => buildGap(gap, context)),
            ],
          }),
        ),
      ],
      api.resolved.length > 0 && buildResolved(api),
    ],
  };
}

/** Formats the number of open gaps as a number of questions. */
export function formatCount({ gaps }: Api): string {
  return gaps.length === 1 ? '1 open question.' : `${gaps.length} open questions.`;
}

function buildByOperation({ api, addresses }: Context): Section {
  const links = (gaps: readonly NotShown[]): Inline => joinLine(gaps.map(buildLink), ', ');
  const all = listAllGaps(api);
  const every = listCommonGaps(api);
  return {
    kind: 'section',
    id: 'items-by-operation',
    title: 'By operation',
    blocks: [
      {
        kind: 'list',
        items: [
          ...(all.length > 0 ? [{ line: [mark('strong', 'The API as a whole:'), ' ', links(all)] }] : []),
          ...(every.length > 0
            ? [{ id: 'items-of-every', line: [mark('strong', 'Every operation:'), ' ', links(every)] }]
            : []),
          ...groupByOperation(api).map(({ of, gaps }) => {
            const address = addresses.operations.get(of);
            return {
              id: `items-of-${address?.id}`,
              oldIds: (address?.oldIds ?? []).map((old) => `items-of-${old}`),
              line: [link(`#${address?.id}`, nameOperation(of)), ': ', links(gaps)],
            };
          }),
        ],
      },
    ],
  };
}

function buildLink({ id }: NotShown): Inline {
  return link(`#${formatGapId(id)}`, code(id));
}

function buildGap(gap: NotShown, context: Context): Block {
  const { id, question, known, guess, source, kind, origin } = gap;
  const affected = listAffected(gap, context);
  const fact = (name: string, value: Inline): { name: Inline; value: Inline } => ({ name, value });
  return {
    kind: 'call-out',
    id: formatGapId(id),
    blocks: [
      paragraph(mark('strong', buildLink(gap)), ' ', question),
      {
        kind: 'facts',
        facts: [
          ...known.map((text) => fact('Known', text)),
          ...(guess === undefined ? [] : [fact('Our guess, which the documentation does not confirm', guess)]),
          ...listGapFacts(gap).map(({ label, text, address }) =>
            fact(label, address === undefined ? text : link(address, text)),
          ),
          fact('Source', source),
          ...(affected === undefined ? [] : [fact('Affects', affected)]),
          fact('To answer', kindTexts[kind].answer),
          fact('Place', code(formatOrigin(origin))),
        ],
      },
    ],
  };
}

function listAffected(gap: NotShown, { api, every, addresses }: Context): Inline {
  if (every.has(gap)) return 'every operation';
  const operations = listOperations(api).filter((one) => gap.operations.includes(formatOperation(one)));
  if (operations.length === 0) return undefined;
  return joinLine(
    operations.map((one) => link(`#${addresses.operations.get(one)?.id}`, nameOperation(one))),
    ', ',
  );
}

function buildResolved({ resolved }: Api): Section {
  const blocks: Blocks = [
    paragraph('These questions were open before.'),
    {
      kind: 'list',
      items: resolved.map(({ id, question, answer, source, date }) => ({
        id: formatGapId(id),
        line: [
          code(id),
          question === undefined ? ' ' : ` ${question} `,
          mark('strong', answer),
          ' ',
          mark('muted', `(${date === undefined ? source : `${source}, ${date}`})`),
        ],
      })),
    },
  ];
  return { kind: 'section', id: 'resolved', title: 'Answered', blocks };
}

/** Returns the name of an operation for people. */
export function nameOperation(operation: Operation): string {
  return operation.summary === undefined ? formatOperation(operation) : shortenTitle(operation.summary);
}
