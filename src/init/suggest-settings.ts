import type { ArtifactKind } from '../model/artifact.js';
import type { ConfigurableOptions } from '../options/option-table.js';
import { hasAny, joinFolder, type Project, readText } from './project.js';
import type { CiSystem } from './settings.js';

/** Suggests the output folder of a package. */
export function suggestOut(project: Project): string {
  return hasAny(project, ['src']) ? 'src/api' : 'generated';
}

/**
 * Suggests the kinds of artifacts. A project that calls an API needs no server, and a project that provides an API
 * needs no client. Returns `undefined` for all kinds.
 */
export function suggestKinds({ isBrowser, isServer }: Project): readonly ArtifactKind[] | undefined {
  if (isBrowser === isServer) return undefined;
  return isBrowser ? ['types', 'client'] : ['types', 'server', 'validators'];
}

/**
 * Suggests the language and the import specifiers of the output. Bundlers read TypeScript in every project, Node only
 * in some.
 */
export function suggestOutput(project: Project): Pick<ConfigurableOptions, 'emit' | 'importExtension'> {
  if (!project.usesTypeScript && !project.isBrowser) return { emit: 'js' };
  return project.importsTs || project.needsTsSpecifiers ? { importExtension: 'ts' } : {};
}

/** Suggests the system of a job: the one that already has jobs in the repository, otherwise the one of its remote. */
export function suggestCi({ root, isRepository }: Project): CiSystem {
  if (!isRepository) return 'none';
  const top = { root, packagePath: '' };
  if (hasAny(top, ['.github'])) return 'github';
  if (hasAny(top, ['.gitlab-ci.yml'])) return 'gitlab';
  if (hasAny(top, ['azure-pipelines.yml', '.circleci', 'Jenkinsfile', 'bitbucket-pipelines.yml'])) return 'none';
  return /gitlab/.test(readText(root, joinFolder('.git', 'config')) ?? '') ? 'gitlab' : 'github';
}
