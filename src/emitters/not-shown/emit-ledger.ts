import type { Api } from '../../model/api.js';
import { formatOperation } from '../../model/api.js';
import { type NotShown, type ObjectValue, omitOtherTexts } from '../../model/element.js';
import { loadTemplates, type TemplateData } from '../../text/templates.js';
import type { Bundle, Emission, EmitInput } from '../emitter.js';
import { groupByKind, groupByOperation, kindTexts, listAllGaps, listCommonGaps, listGapFacts } from './contract.js';

/** Emits the ledger, as JSON and as Markdown. */
export function emitLedger({ api, bundle, templates }: EmitInput): Emission {
  const render = loadTemplates(templates, 'not-shown/');
  return {
    modules: [],
    files: [
      { path: 'not-shown.json', text: `${JSON.stringify(buildLedger(api, bundle), null, 2)}\n` },
      { path: 'not-shown.md', text: render('ledger.md', viewLedger(api)).join('') },
    ],
  };
}

function buildLedger(api: Api, { locate }: Bundle): ObjectValue {
  return {
    items: api.gaps.map((gap) => ({
      id: gap.id,
      kind: gap.kind,
      question: gap.question,
      source: gap.source,
      ...(gap.known.length > 0 && { known: gap.known }),
      ...omitOtherTexts(gap),
      ...gap.extensions,
      pointer: locate(gap.origin) ?? gap.origin.pointer,
      operations: gap.operations,
    })),
    resolved: api.resolved.map(({ origin: _, ...row }) => row),
  };
}

function viewLedger(api: Api): TemplateData {
  const every = listCommonGaps(api);
  return {
    title: api.info.title,
    count: api.gaps.length,
    isOne: api.gaps.length === 1,
    kinds: groupByKind(api).map(({ of, gaps }) => ({
      kind: of,
      asks: kindTexts[of].asks,
      count: gaps.length,
      gaps: gaps.map((gap) => viewGap(gap, every.includes(gap))),
    })),
    operations: groupByOperation(api).map(({ of, gaps }) => ({
      name: formatOperation(of),
      address: `${of.method} ${of.path.template}`,
      ids: viewIds(gaps),
    })),
    every: viewIds(every),
    general: viewIds(listAllGaps(api)),
    resolved: api.resolved.map(({ id, question = '', answer, source, date = '' }) => ({
      id,
      question,
      answer,
      source,
      date,
    })),
  };
}

function viewGap(gap: NotShown, affectsEvery: boolean): TemplateData {
  const { id, kind, question, source, known, guess, operations } = gap;
  const facts = listGapFacts(gap);
  return { id, question, source, known, guess, facts, operations, affectsEvery, answer: kindTexts[kind].answer };
}

function viewIds(gaps: readonly NotShown[]): string[] {
  return gaps.map(({ id }) => id);
}
