import { planContinuousIntegration } from './continuous-integration.js';
import { planCompiler, planModuleType } from './plan-compiler.js';
import { planConfiguration } from './plan-configuration.js';
import { planIgnores } from './plan-ignores.js';
import { planScripts } from './plan-scripts.js';
import type { Project } from './project.js';
import type { InitSettings } from './settings.js';
import type { InitStep } from './step.js';

/** Plans the files that `init` writes. No step removes or replaces existing content. */
export function planInit(project: Project, settings: InitSettings): readonly InitStep[] {
  return [
    ...planConfiguration(project, settings),
    ...planCompiler(project, settings),
    ...planModuleType(project, settings),
    ...planScripts(project),
    ...planIgnores(project, settings.outs),
    ...planContinuousIntegration(project, settings.ci),
  ];
}
