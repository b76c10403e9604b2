import type { Diagnostics } from '../diagnostics/diagnostic.js';
import type { Emitter } from '../emitters/emitter.js';
import { JsonNode, readValue } from '../files/read-json.js';
import type { ArtifactKind } from '../model/artifact.js';
import { isObject } from '../model/is-object.js';
import { readOptions } from './read-options.js';

/** Reads the value of an option that a configuration cannot have. Refuses a wrong value. */
type Reader = (node: JsonNode, kinds: readonly ArtifactKind[]) => void;

const checkText: Reader = (node) => node.name();
const checkSwitch: Reader = (node) => node.boolean();
const checkTexts: Reader = (node) => {
  for (const item of node.items()) item.name();
};
const checkCallback: Reader = (node) => {
  if (typeof node.value() !== 'function') node.refuse('a callback must be a function');
};

/** The options of programs, which a configuration cannot have. */
const programOptions: { readonly [option: string]: Reader } = {
  folder: checkText,
  input: (node) => {
    if (!(node.value() instanceof Uint8Array)) node.text();
  },
  ignoreRecord: checkSwitch,
  sharesAgreedItems: checkSwitch,
  compared: (node, kinds) => {
    for (const item of node.items()) item.choice(kinds);
  },
  force: checkSwitch,
  locateOption: checkCallback,
  configurationFiles: checkTexts,
  onStage: checkCallback,
  dryRun: checkSwitch,
  ids: checkTexts,
};

/**
 * Returns whether a program passed options that a run can use. Reports the first mistake. The same function reads the
 * options of a configuration.
 */
export function checkOptions(options: unknown, registry: readonly Emitter[], diagnostics: Diagnostics): boolean {
  const kinds = registry.map(({ kind }) => kind);
  const reading = readValue(options, (root) => {
    if (!isObject(options)) return root.refuse('they are not an object');
    const given = root.members().filter(([, node]) => node.value() !== undefined);
    const stated = new JsonNode(Object.fromEntries(given.map(([name, node]) => [name, node.value()])));
    readOptions(stated, Object.keys(programOptions), kinds);
    for (const [name, read] of Object.entries(programOptions)) {
      const node = stated.find(name);
      if (node) read(node, kinds);
    }
    return true;
  });
  if ('value' in reading) return true;
  const { what, pointer } = reading.mistake;
  diagnostics.report('option-mistake', undefined, { option: pointer.slice(1), why: what });
  return false;
}
