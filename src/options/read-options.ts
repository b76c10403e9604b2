import { limitNames } from '../document/limits.js';
import { artifactKinds } from '../emitters/index.js';
import type { JsonNode } from '../files/read-json.js';
import type { ArtifactKind } from '../model/artifact.js';
import type { OperationSelection } from '../model/operation-filter.js';
import { outputChoices, readSelection, readWireNames } from '../output/recorded-options.js';
import { type EmitterStatement, readEmitters } from '../own-emitters/stated-emitter.js';
import { groupings } from '../user-code/record.js';
import { omitUndefined } from './omit-undefined.js';
import { itemCounts, optionTable } from './option-table.js';
import type { ConfigurableOptions } from './options.js';

/** The names of all options. */
export const optionNames: readonly string[] = Object.keys(optionTable);

/**
 * Reads the options of an object, which can also have the members `others`. `kinds` are the kinds of artifacts that it
 * can choose.
 */
export function readOptions(
  node: JsonNode,
  others: readonly string[],
  kinds: readonly ArtifactKind[] = artifactKinds,
): ConfigurableOptions {
  node.only([...optionNames, ...others]);
  return omitUndefined<Options>({
    spec: node.find('spec')?.name(),
    overlay: readPaths(node.find('overlay')),
    out: node.find('out')?.name(),
    only: readKinds(node, kinds),
    emitters: readOwnEmitters(node.find('emitters')),
    emit: node.find('emit')?.choice(outputChoices.emit),
    importExtension: node.find('importExtension')?.choice(outputChoices.importExtension),
    dates: node.find('dates')?.choice(outputChoices.dates),
    int64: node.find('int64')?.choice(outputChoices.int64),
    start: node.find('start')?.choice(outputChoices.start),
    style: node.find('style')?.name(),
    include: readFilter(node.find('include')),
    exclude: readFilter(node.find('exclude')),
    wireNames: readNames(node.find('wireNames')),
    previous: node.find('previous')?.name(),
    previousOverlay: readPaths(node.find('previousOverlay')),
    root: node.find('root')?.name(),
    limits: readNumbers(node.find('limits'), limitNames),
    maxItems: readNumbers(node.find('maxItems'), itemCounts),
    agreedItems: node
      .find('agreedItems')
      ?.items()
      .map((id) => id.name()),
    checkCode: node.find('checkCode')?.boolean(),
    strict: node.find('strict')?.boolean(),
    verify: node.find('verify')?.boolean(),
    handlers: node.find('handlers')?.name(),
    per: node.find('per')?.choice(groupings),
  });
}

/** Requires every option, so that none is forgotten. */
type Options = { readonly [K in keyof Required<ConfigurableOptions>]: ConfigurableOptions[K] | undefined };

// An empty list is useful only beside emitters of the project.
function readKinds(node: JsonNode, kinds: readonly ArtifactKind[]): readonly ArtifactKind[] | undefined {
  const list = node.find('only');
  const chosen = list?.items().map((kind) => kind.choice(kinds));
  if (chosen?.length === 0 && node.find('emitters') === undefined)
    list?.refuse("'only' has no kinds, so nothing would be generated");
  return chosen;
}

// A single path need not be in a list.
function readPaths(node: JsonNode | undefined): readonly string[] | undefined {
  return node && (Array.isArray(node.value()) ? node.items().map((path) => path.name()) : [node.name()]);
}

function readOwnEmitters(node: JsonNode | undefined): readonly EmitterStatement[] | undefined {
  return node && readEmitters(node);
}

function readFilter(node: JsonNode | undefined): OperationSelection | undefined {
  return node && readSelection(node);
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
