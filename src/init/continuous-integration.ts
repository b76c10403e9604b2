import { stringify } from 'yaml';
import { formatArgument } from '../diagnostics/show-text.js';
import { checkScript } from './plan-scripts.js';
import { hasModernYarn, joinFolder, type Project, readText } from './project.js';
import type { CiSystem } from './settings.js';
import type { InitStep } from './step.js';

const nodeVersion = 22;

/** Plans a job that fails if the output does not match the description. A file that exists does not change. */
export function planContinuousIntegration(project: Project, system: CiSystem): readonly InitStep[] {
  if (system === 'none') return [];
  const path = system === 'github' ? '.github/workflows/api.yml' : '.gitlab-ci.yml';
  const job = system === 'github' ? buildGithub(project) : { api: buildGitlab(project) };
  const text = stringify(job, { lineWidth: 0, nullStr: '' });
  const before = readText(project.root, path);
  if (before === undefined && project.root.find(path).state === 'absent') {
    return [
      { path, what: 'adds a job that fails if the output is out of date', change: { path, after: Buffer.from(text) } },
    ];
  }
  if (before?.includes(checkScript) || before?.includes('lacuna check')) return [{ path, what: 'already has the job' }];
  return [{ path, what: 'add this job', lines: text.trimEnd().split('\n') }];
}

function buildGithub(project: Project): object {
  const { packagePath, installFolder } = project;
  const run = installFolder === '' ? {} : { 'working-directory': installFolder };
  const steps = [
    { uses: 'actions/checkout@v4' },
    ...(project.manager === 'pnpm'
      ? [{ uses: 'pnpm/action-setup@v4', ...(!hasVersion(project) && { with: { version: 10 } }) }]
      : []),
    ...(project.manager === 'bun' ? [{ uses: 'oven-sh/setup-bun@v2' }] : []),
    { uses: 'actions/setup-node@v4', with: { 'node-version': nodeVersion } },
    ...listInstalls(project).map((command) => ({ run: command, ...run })),
    { run: formatCheck(project, '--format github'), ...(packagePath !== '' && { 'working-directory': packagePath }) },
  ];
  return {
    name: 'api',
    on: { push: { branches: ['main'] }, pull_request: null },
    permissions: { contents: 'read' },
    jobs: { api: { 'runs-on': 'ubuntu-latest', steps } },
  };
}

function buildGitlab(project: Project): object {
  const enter = (folder: string): string[] => (folder === '' ? [] : [`cd "$CI_PROJECT_DIR"/${formatArgument(folder)}`]);
  const { packagePath, installFolder } = project;
  const script = [
    ...enter(installFolder),
    ...listInstalls(project),
    ...(packagePath === installFolder ? [] : enter(packagePath)),
    formatCheck(project),
  ];
  return { image: `node:${nodeVersion}`, script };
}

function hasVersion({ root, installFolder }: Project): boolean {
  return /"packageManager"\s*:/.test(readText(root, joinFolder(installFolder, 'package.json')) ?? '');
}

/** Lists the commands that install packages with the versions of the lock file. */
function listInstalls(project: Project): readonly string[] {
  const isFrozen = project.hasLockFile;
  switch (project.manager) {
    case 'npm':
      return [isFrozen ? 'npm ci' : 'npm install'];
    case 'pnpm':
      return [`pnpm install${isFrozen ? ' --frozen-lockfile' : ''}`];
    case 'yarn':
      return [
        'corepack enable',
        `yarn install${isFrozen ? (hasModernYarn(project) ? ' --immutable' : ' --frozen-lockfile') : ''}`,
      ];
    case 'bun':
      return [`bun install${isFrozen ? ' --frozen-lockfile' : ''}`];
  }
}

function formatCheck({ manager }: Project, flags = ''): string {
  const separator = manager === 'npm' && flags !== '' ? '-- ' : '';
  return `${manager} run ${checkScript} ${separator}${flags}`.trimEnd();
}
