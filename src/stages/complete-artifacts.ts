import type { Diagnostics } from '../diagnostics/diagnostic.js';
import type { EmittedArtifact } from '../emitters/emit-artifacts.js';
import type { Settings } from '../options/settle-options.js';
import type { LoadedOwnEmitter } from '../own-emitters/load-emitters.js';

/** Translates artifacts into the language of the output. */
export type Translate = (artifacts: EmittedArtifact[]) => EmittedArtifact[];

type Completion = Pick<Settings, 'onStage'> &
  Partial<Pick<Settings, 'verify'>> & { readonly own?: readonly LoadedOwnEmitter[]; readonly translate: Translate };

/** Translates and verifies artifacts. Reports mistakes in the output of the project's emitters. */
export async function completeArtifacts(
  emitted: EmittedArtifact[],
  { own = [], verify = false, translate, onStage }: Completion,
  diagnostics: Diagnostics,
): Promise<EmittedArtifact[] | undefined> {
  const check = verify ? await loadVerification(onStage) : undefined;
  const finish = (modules: EmittedArtifact[]): EmittedArtifact[] => {
    const artifacts = translate(modules);
    check?.(artifacts);
    return artifacts;
  };
  if (own.length === 0) return finish(emitted);
  const { checkOwnOutput, runOwnStep } = await import('../own-emitters/check-output.js'); // few runs have own emitters
  checkOwnOutput(emitted, own, diagnostics);
  if (diagnostics.hasErrors) return undefined;
  const kinds = own.map(({ emitter }) => emitter.kind);
  const artifacts = finish(emitted.filter(({ kind }) => !kinds.includes(kind)));
  for (const one of own) {
    const written = emitted.filter(({ kind }) => kind === one.emitter.kind);
    artifacts.push(...(runOwnStep(one, diagnostics, () => finish(written)) ?? []));
  }
  return diagnostics.hasErrors ? undefined : artifacts;
}

async function loadVerification(
  onStage: Settings['onStage'],
): Promise<(artifacts: readonly EmittedArtifact[]) => void> {
  const { verifyModules } = await import('../verify-modules.js'); // loads a compiler, which is slow
  return (artifacts) => {
    onStage('parsing the emitted modules');
    verifyModules(artifacts);
  };
}
