import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { moduleHeader, uncheckedHeader } from '../emitters/runtime-modules.js';
import { type EncodedArtifact, encodeArtifact } from '../model/artifact.js';

/** Translates artifacts: each TypeScript module becomes a JavaScript module and its declarations. */
type EmitJavaScript = <Emitted extends EncodedArtifact>(artifacts: readonly Emitted[]) => Emitted[];

/** The members of `oxc-transform` that lacuna uses. */
type Oxc = Pick<typeof import('oxc-transform'), 'transformSync'>;

/**
 * Loads `oxc-transform`. It cannot be loaded if its package for this platform is not installed. Then reports why and
 * ends the run.
 */
export async function loadJavaScriptEmitter(diagnostics: Diagnostics): Promise<EmitJavaScript> {
  try {
    const oxc = await import('oxc-transform');
    return (artifacts) => emitJavaScript(artifacts, oxc);
  } catch (error) {
    return diagnostics.stop('emit-js-not-loaded', undefined, { why: formatError(error) });
  }
}

function formatError(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
}

function emitJavaScript<Emitted extends EncodedArtifact>(artifacts: readonly Emitted[], oxc: Oxc): Emitted[] {
  return artifacts.flatMap((artifact) => {
    if (!artifact.path.endsWith('.ts')) return [artifact];
    const path = artifact.path.slice(0, -'.ts'.length);
    const { header, code, declarations } = convertModule(artifact, oxc);
    // The JavaScript is not checked. A compiler that reads it uses the types in the declarations.
    return [
      { ...artifact, ...encodeArtifact({ path: `${path}.d.ts`, text: `${header}${declarations.trimEnd()}\n` }) },
      { ...artifact, ...encodeArtifact({ path: `${path}.js`, text: `${uncheckedHeader}${code.trimEnd()}\n` }) },
    ];
  });
}

function convertModule({ path, bytes }: EncodedArtifact, { transformSync }: Oxc) {
  const text = bytes.toString();
  // oxc drops the comments at the beginning of the module.
  const header = [uncheckedHeader, moduleHeader].find((each) => text.startsWith(each)) ?? '';
  const { code, declaration, errors } = transformSync(path, text.slice(header.length), {
    lang: 'ts',
    sourceType: 'module',
    // Emitted modules mark their type imports with `type`, so oxc need not guess them.
    typescript: { onlyRemoveTypeImports: true, declaration: {} },
  });
  const [mistake] = errors;
  if (mistake || declaration === undefined)
    throw new Error(`the generated module ${path} cannot be translated: ${mistake?.message ?? 'no declarations'}`);
  return { header, code, declarations: declaration };
}
