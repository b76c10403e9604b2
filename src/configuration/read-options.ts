import { standardInput } from '../document/document.js';
import { limitNames } from '../document/limits.js';
import { artifactKinds } from '../emitters/index.js';
import type { JsonNode } from '../files/read-json.js';
import type { OperationSelection } from '../model/operation-filter.js';
import { omitUndefined } from '../options/omit-undefined.js';
import { itemCounts, optionTable } from '../options/option-table.js';
import type { ConfigurableOptions } from '../options/options.js';
import { outputChoices, readSelection, readWireNames } from '../output/recorded-options.js';
import { type EmitterStatement, readEmitters } from '../own-emitters/stated-emitter.js';
import { groupings } from '../scaffold/record.js';

/** The names of all options. */
export const optionNames: readonly string[] = Object.keys(optionTable);

/** Reads the options of an object, which can also have the members `others`. */
export function readOptions(node: JsonNode, others: readonly string[]): ConfigurableOptions {
  node.only([...optionNames, ...others]);
  return omitUndefined<Options>({
    spec: readSpec(node.find('spec')),
    overlay: readPaths(node.find('overlay')),
    out: node.find('out')?.text(),
    only: node
      .find('only')
      ?.items()
      .map((kind) => kind.choice(artifactKinds)),
    emitters: readOwnEmitters(node.find('emitters')),
    emit: node.find('emit')?.choice(outputChoices.emit),
    importExtension: node.find('importExtension')?.choice(outputChoices.importExtension),
    dates: node.find('dates')?.choice(outputChoices.dates),
    int64: node.find('int64')?.choice(outputChoices.int64),
    start: node.find('start')?.choice(outputChoices.start),
    style: node.find('style')?.text(),
    include: readInclude(node.find('include')),
    exclude: readFilter(node.find('exclude')),
    wireNames: readNames(node.find('wireNames')),
    previous: node.find('previous')?.text(),
    previousOverlay: readPaths(node.find('previousOverlay')),
    root: node.find('root')?.text(),
    limits: readNumbers(node.find('limits'), limitNames),
    maxItems: readNumbers(node.find('maxItems'), itemCounts),
    agreedItems: node
      .find('agreedItems')
      ?.items()
      .map((id) => id.text()),
    checkCode: node.find('checkCode')?.boolean(),
    strict: node.find('strict')?.boolean(),
    verify: node.find('verify')?.boolean(),
    handlers: node.find('handlers')?.text(),
    per: node.find('per')?.choice(groupings),
  });
}

/** Requires every option, so that none is forgotten. */
type Options = { readonly [K in keyof Required<ConfigurableOptions>]: ConfigurableOptions[K] | undefined };

function readSpec(node: JsonNode | undefined): string | undefined {
  const spec = node?.text();
  if (spec === standardInput) node?.refuse("'spec' must be a file; only the flag --spec accepts standard input");
  return spec;
}

// A single path need not be in a list.
function readPaths(node: JsonNode | undefined): readonly string[] | undefined {
  return node && (Array.isArray(node.value()) ? node.items().map((path) => path.text()) : [node.text()]);
}

function readOwnEmitters(node: JsonNode | undefined): readonly EmitterStatement[] | undefined {
  return node && readEmitters(node);
}

function readFilter(node: JsonNode | undefined): OperationSelection | undefined {
  return node && readSelection(node);
}

function readInclude(node: JsonNode | undefined): OperationSelection | undefined {
  const selection = readFilter(node);
  if (selection && Object.values(selection).every((list) => list.length === 0))
    node?.refuse("'include' has no entries; remove it to generate all operations");
  return selection;
}

function readNames(node: JsonNode | undefined): Readonly<Record<string, string>> | undefined {
  return node && readWireNames(node);
}

function readNumbers<N extends string>(
  node: JsonNode | undefined,
  names: readonly N[],
): { [K in N]?: number } | undefined {
  node?.only(names);
  const numbers: { [K in N]?: number } = {};
  for (const name of names) {
    const number = node?.find(name)?.count();
    if (number !== undefined) numbers[name] = number;
  }
  return node && numbers;
}
