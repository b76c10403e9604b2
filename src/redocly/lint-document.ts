import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import type { Document } from '../document/document.js';
import type { Limits } from '../document/limits.js';
import { type JsonNode, readJson } from '../files/read-json.js';
import { closeFiles, getPath, openReferences } from './closed-files.js';
import { readConfiguration } from './read-configuration.js';
import { runRedocly } from './run-redocly.js';

const mostProblems = 1000;

/**
 * Lints a description with Redocly by the rules of `redocly.yaml` in `folder`, and reports each finding at its place.
 * Does nothing if there is no such file. Redocly reads only the files of the description, and those of `redocly.yaml`
 * within the same limits. A finding is an error if `redocly.yaml` itself sets its rule to `error`. Otherwise it is a
 * warning.
 */
export async function lintDocument(
  document: Document,
  folder: string,
  limits: Limits,
  diagnostics: Diagnostics,
): Promise<void> {
  const realFolder = realpathSync(folder);
  const config = join(realFolder, 'redocly.yaml');
  if (!existsSync(config)) return;
  const roots = [realFolder, ...document.roots];
  const configuration = readConfiguration(config, { folder: document.folder, roots }, limits, diagnostics);
  if (!configuration) return;
  const spec = getPath(document, document.entry);
  const argv = ['lint', spec, `--config=${config}`, '--format=json', `--max-problems=${mostProblems}`];
  const files = new Map([...configuration.texts, ...closeFiles(document)]);
  const run = await runRedocly({ argv, folder: realFolder, seconds: limits.redoclySeconds, served: { files, roots } });
  const reading = readJson(run.output, (root) => root.get('problems').items().map(readProblem));
  if ('mistake' in reading) {
    diagnostics.report('redocly-failed', undefined, { command: 'lint', why: run.complaint });
    return;
  }
  const names = new Map([...document.files.keys()].map((file) => [getPath(document, file), file]));
  const ownRules = listOwnRules(configuration.value, realFolder, spec);
  for (const { ruleId, severity, message, suggest, place } of reading.value) {
    const file = place && names.get(resolve(realFolder, place.path));
    const pointer = openReferences((place?.pointer ?? '').replace(/^#\/?$|^#/, ''));
    diagnostics.report(
      severity === 'error' && ownRules.has(ruleId) ? 'lint-error' : 'lint-warning',
      file === undefined ? undefined : { file, pointer },
      { rule: ruleId, message: openReferences(message), suggest },
      place?.isKey ? { at: 'key' } : {},
    );
  }
}

// Reads a finding of `redocly lint --format=json`, with its first place. The path of the place is absolute, or relative to
// the folder of `redocly.yaml`.
function readProblem(problem: JsonNode) {
  const [place] = problem.find('location')?.items() ?? [];
  return {
    ruleId: problem.get('ruleId').text(),
    severity: problem.get('severity').text(),
    message: problem.get('message').text(),
    suggest: (problem.find('suggest')?.items() ?? []).map((each) => each.text()),
    place: place && {
      path: place.get('source').get('ref').text(),
      pointer: place.find('pointer')?.text() ?? '',
      isKey: place.find('reportOnKey')?.boolean() ?? false,
    },
  };
}

const ruleFields = ['rules', 'oas3_0Rules', 'oas3_1Rules', 'oas3_2Rules'];

/**
 * Lists the rules that the value of a `redocly.yaml` in `folder` sets by name, for every API or for the one whose root
 * is `spec`. Does not list rules that come from `extends`.
 */
export function listOwnRules(value: unknown, folder: string, spec: string): Set<string> {
  const config = getMembers(value);
  const apis = Object.values(getMembers(config['apis'])).map(getMembers);
  const own = apis.filter(({ root }) => typeof root === 'string' && resolve(folder, root) === spec);
  return new Set(
    [config, ...own].flatMap((part) => ruleFields.flatMap((field) => Object.keys(getMembers(part[field])))),
  );
}

function getMembers(value: unknown): { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
