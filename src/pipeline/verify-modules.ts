import { ts } from 'ts-morph';
import type { EncodedArtifact } from '../model/artifact.js';

/**
 * Parses every module among the artifacts. Throws an error if one does not parse. The error contains the first such
 * module and its line.
 */
export function verifyModules(artifacts: readonly EncodedArtifact[]): void {
  const modules = new Map(artifacts.flatMap(({ path, bytes }) => (/\.[jt]s$/.test(path) ? [[`/${path}`, bytes]] : [])));
  const host: ts.CompilerHost = {
    fileExists: (path) => modules.has(path),
    readFile: (path) => modules.get(path)?.toString(),
    getSourceFile: (path) => ts.createSourceFile(path, modules.get(path)?.toString() ?? '', ts.ScriptTarget.ESNext),
    getDefaultLibFileName: () => '',
    writeFile: () => undefined,
    getCurrentDirectory: () => '/',
    getCanonicalFileName: (path) => path,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
  };
  const options = { noResolve: true, noLib: true, target: ts.ScriptTarget.ESNext, types: [], allowJs: true };
  const [mistake] = ts.createProgram([...modules.keys()], options, host).getSyntacticDiagnostics();
  if (!mistake) return;
  const { line } = mistake.file.getLineAndCharacterOfPosition(mistake.start);
  const what = ts.flattenDiagnosticMessageText(mistake.messageText, ' ');
  throw new Error(`the generated module ${mistake.file.fileName.slice(1)} does not parse: line ${line + 1}: ${what}`);
}
