import { readEnumeration } from '../../../model/allowed-types.js';
import type { NotShown } from '../../../model/element.js';
import type { KeywordSchema, Transition } from '../../../model/schema.js';
import { Html, type HtmlPart, html } from '../../../text/html.js';
import { type Block, code } from '../../../text/tree.js';

/** Builds the known transitions of a status as a drawing and a table. The drawing marks unknown transitions as open. */
export function buildTransitions(schema: KeywordSchema): Block | undefined {
  const { transitions = [], notShown } = schema;
  const open = notShown.find(({ kind }) => kind === 'transitions');
  if (transitions.length === 0 && !open) return undefined;
  const states = listStates(schema);
  return {
    kind: 'figure',
    blocks: [
      states.length > 0 && { kind: 'drawing', drawing: printStates(states, transitions, open) },
      transitions.length > 0 && buildTable(transitions),
    ],
  };
}

function listStates(schema: KeywordSchema): string[] {
  const states = new Set((readEnumeration(schema)?.known ?? []).map(String));
  for (const { from, to } of schema.transitions ?? []) for (const one of [from, to]) if (one !== null) states.add(one);
  return [...states];
}

function buildTable(transitions: readonly Transition[]): Block {
  return {
    kind: 'table',
    head: ['no.', 'from', 'by', 'to', 'effect', 'condition'],
    rows: transitions.map(({ from, operation, to, effect, condition }, index) => [
      index + 1,
      code(from),
      code(operation),
      to === null ? 'removed' : code(to),
      effect,
      condition,
    ]),
  };
}

const row = { height: 28, step: 40, text: 19 };
const lane = { first: 28, step: 26 };

/**
 * Draws the states in a column. Each transition has a lane on the right, and unknown transitions have a dashed lane on
 * the left.
 */
function printStates(states: readonly string[], transitions: readonly Transition[], open: NotShown | undefined): Html {
  const isRemoving = transitions.some(({ to }) => to === null);
  const boxes = [...states, ...(isRemoving ? ['removed'] : []), ...(open ? ['not shown'] : [])];
  const box = { left: open ? 28 : 2, width: 24 + 9 * Math.max(...boxes.map((text) => text.length)) };
  const right = box.left + box.width;
  const width = right + lane.first + lane.step * transitions.length;
  const height = boxes.length * row.step - (row.step - row.height) + 4;
  const middle = (index: number): number => index * row.step + row.height / 2 + 2;
  const arrows = transitions.map(({ from, to }, index): HtmlPart => {
    const x = right + lane.first + lane.step * index;
    // An arrow that leaves a state is drawn above an arrow that reaches it.
    const [start, end] = [
      middle(states.indexOf(from)) - 6,
      middle(to === null ? states.length : states.indexOf(to)) + 6,
    ];
    return html`<path d="M${right} ${start}H${x}V${end}H${right + 7}"/><path class="lacuna-head" d="M${right + 1} ${end}l8 -4v8z"/><text x="${x + 4}" y="${start + 5}">${index + 1}</text>`;
  });
  const dashed = open && printOpen(states.length, box.left, middle, boxes.length - 1);
  const label = `States: ${states.join(', ')}. The table below lists the known transitions${open ? '; others are not shown' : ''}.`;
  return html`<svg role="img" aria-label="${label}" style="--width:${width}px;--height:${height}px"><g>${[
    ...boxes.map((text, index) => printBox(text, box, index, chooseBoxClass(index, states.length, boxes.length, open))),
    ...arrows,
    dashed,
  ]}</g></svg>`;
}

function chooseBoxClass(index: number, states: number, boxes: number, open: NotShown | undefined): string {
  if (index < states) return 'lacuna-state';
  return open && index === boxes - 1 ? 'lacuna-state lacuna-dashed' : 'lacuna-state lacuna-end';
}

function printBox(text: string, { left, width }: { left: number; width: number }, index: number, name: string): Html {
  const y = index * row.step + 2;
  return html`<rect class="${name}" x="${left}" y="${y}" width="${width}" height="${row.height}" rx="${4}"/><text x="${left + 12}" y="${y + row.text}">${text}</text>`;
}

function printOpen(states: number, left: number, middle: (index: number) => number, last: number): Html {
  const branches = Array.from({ length: states }, (_, index) => new Html(`M8 ${middle(index)}H${left}`));
  return html`<path class="lacuna-dashed" d="M8 ${middle(0)}V${middle(last)}H${left}"/>${branches.map(
    ({ text }) => html`<path class="lacuna-dashed" d="${text}"/>`,
  )}`;
}
