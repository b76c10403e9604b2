import { existsSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { listDefaultKinds } from '../emitters/index.js';
import { getMovablePath } from '../files/folder.js';
import { findDescriptions } from '../init/find-descriptions.js';
import type { Project } from '../init/project.js';
import { readProject } from '../init/read-project.js';
import { type CiSystem, ciSystems } from '../init/settings.js';
import { suggestKinds, suggestOut, suggestOutput } from '../init/suggest-settings.js';
import { omitUndefined } from '../options/omit-undefined.js';
import type { ConfigurableOptions } from '../options/options.js';
import type { CommandLine } from './parse-arguments.js';
import { readKinds } from './read-options.js';
import type { Terminal } from './terminal.js';

/** Reads the project of the current folder. If that is a workspace, reads the package that receives the output. */
export async function chooseProject(
  { inside }: CommandLine,
  diagnostics: Diagnostics,
  terminal: Terminal,
): Promise<Project | undefined> {
  const { folder } = terminal;
  const project = readProject(resolve(folder, inside ?? ''), '.', diagnostics);
  if (project === undefined || inside !== undefined || project.packages.length === 0) return project;
  const likely = project.packages.filter((path) => hasFramework(join(folder, path), diagnostics));
  if (diagnostics.hasErrors || (likely.length === 0 && project.frameworks.length > 0)) return project;
  const [only, other] = likely;
  const suggested = only !== undefined && other === undefined ? only : undefined;
  const answer = await askText('Which package of the workspace is the output for?', suggested, terminal);
  if (answer === undefined || answer === '') {
    diagnostics.report('package-not-chosen', undefined, { packages: project.packages });
    return undefined;
  }
  return readProject(resolve(folder, answer), '.', diagnostics);
}

function hasFramework(folder: string, diagnostics: Diagnostics): boolean {
  return (readProject(folder, '.', diagnostics)?.frameworks.length ?? 0) > 0;
}

/** Asks for the options of the configuration that no flag states. Reports a description that does not exist. */
export async function askConfiguration(
  project: Project,
  { options }: CommandLine,
  diagnostics: Diagnostics,
  terminal: Terminal,
): Promise<ConfigurableOptions | undefined> {
  const packageFolder = project.root.locate(project.packagePath);
  const spec = options.spec ?? (await askDescription(project, diagnostics, terminal));
  if (spec === undefined || !checkDescription(spec, diagnostics, terminal)) return undefined;
  const out =
    options.out ??
    (await askText(
      'Which folder is for the output?',
      formatFile(packageFolder, suggestOut(project), terminal),
      terminal,
    ));
  const only = options.only ?? (await askKinds(project, diagnostics, terminal));
  if (out === undefined || diagnostics.hasErrors) return undefined;
  const { emit, importExtension } = { ...suggestOutput(project), ...options };
  return omitUndefined({
    ...options,
    spec: getMovablePath(packageFolder, resolve(terminal.folder, spec)),
    out: getMovablePath(packageFolder, resolve(terminal.folder, out)),
    only,
    emit,
    importExtension,
  });
}

async function askDescription(
  project: Project,
  diagnostics: Diagnostics,
  terminal: Terminal,
): Promise<string | undefined> {
  const found = findDescriptions(project).map((file) => formatFile(project.root.path, file, terminal));
  const [first] = found;
  if (terminal.ask === undefined && found.length !== 1) {
    diagnostics.report('no-description-chosen', undefined, { found });
    return undefined;
  }
  const answer = await askText('Which file is the OpenAPI description?', first, terminal);
  if (!answer) diagnostics.report('no-description-chosen', undefined, { found });
  return answer === '' ? undefined : answer;
}

function checkDescription(spec: string, diagnostics: Diagnostics, { folder }: Terminal): boolean {
  if (/^https?:/.test(spec)) diagnostics.report('spec-is-url', { file: spec, pointer: '' }, { url: spec });
  else if (!existsSync(resolve(folder, spec))) diagnostics.report('description-absent', undefined, { path: spec });
  return !diagnostics.hasErrors;
}

async function askKinds(
  project: Project,
  diagnostics: Diagnostics,
  terminal: Terminal,
): Promise<ConfigurableOptions['only']> {
  const suggested = suggestKinds(project);
  const all = listDefaultKinds().join(',');
  const answer = await askText('Which artifacts should lacuna generate?', suggested?.join(',') ?? all, terminal);
  return answer === undefined || answer === all ? suggested : readKinds(answer, diagnostics);
}

/** Asks for the system whose job checks the output. Asks again until the answer is one of the systems. */
export async function askCi(suggested: CiSystem, terminal: Terminal): Promise<CiSystem> {
  for (;;) {
    const answer = await askText(
      `Which CI system should check the output? ${ciSystems.join(', ')}:`,
      suggested,
      terminal,
    );
    const system = ciSystems.find((one) => one === answer);
    if (system) return system;
  }
}

// An empty answer means the suggestion.
async function askText(
  question: string,
  suggested: string | undefined,
  { ask }: Terminal,
): Promise<string | undefined> {
  if (ask === undefined) return suggested;
  const answer = (await ask(`${question}${suggested === undefined ? '' : ` [${suggested}]`} `)).trim();
  return answer === '' ? suggested : answer;
}

function formatFile(folder: string, file: string, terminal: Terminal): string {
  return relative(resolve(terminal.folder), join(folder, file)).split(sep).join('/');
}
