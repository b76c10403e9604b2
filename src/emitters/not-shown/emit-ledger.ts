import type { Api } from '../../model/api.js';
import { type NotShown, type ObjectValue, omitOtherTexts } from '../../model/element.js';
import { loadTemplates, type TemplateData } from '../../text/templates.js';
import type { Bundle, Emission, EmitInput } from '../emitter.js';
import {
  formatOperation,
  groupByKind,
  groupByOperation,
  kindTexts,
  listAllItems,
  listCommonItems,
  listItemFacts,
} from './contract.js';

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
    items: api.items.map((item) => ({
      id: item.id,
      kind: item.kind,
      question: item.question,
      source: item.source,
      ...(item.known.length > 0 && { known: item.known }),
      ...omitOtherTexts(item),
      ...item.extensions,
      pointer: locate(item.origin) ?? item.origin.pointer,
      operations: item.operations,
    })),
    resolved: api.resolved.map(({ id, answer, source, date }) => ({ id, answer, source, ...(date && { date }) })),
  };
}

function viewLedger(api: Api): TemplateData {
  const every = listCommonItems(api);
  return {
    title: api.info.title,
    count: api.items.length,
    isOne: api.items.length === 1,
    kinds: groupByKind(api).map(({ of, items }) => ({
      kind: of,
      asks: kindTexts[of].asks,
      count: items.length,
      items: items.map((item) => viewItem(item, every.includes(item))),
    })),
    operations: groupByOperation(api).map(({ of, items }) => ({
      name: formatOperation(of),
      address: `${of.method} ${of.path.template}`,
      ids: viewIds(items),
    })),
    every: viewIds(every),
    general: viewIds(listAllItems(api)),
    resolved: api.resolved.map(({ id, answer, source, date = '' }) => ({ id, answer, source, date })),
  };
}

function viewItem(item: NotShown, affectsEvery: boolean): TemplateData {
  const { id, kind, question, source, known, guess, operations } = item;
  const facts = listItemFacts(item);
  return { id, question, source, known, guess, facts, operations, affectsEvery, answer: kindTexts[kind].answer };
}

function viewIds(items: readonly NotShown[]): string[] {
  return items.map(({ id }) => id);
}
