import { ts } from 'ts-morph';
import type { Artifact } from './model/artifact.js';

/**
 * Parses every module among the artifacts. Throws an error if one does not parse. The error contains the first such
 * module and its line.
 */
export function verifyModules(artifacts: readonly Artifact[]): void {
  const texts = new Map(artifacts.flatMap(({ path, text }) => (/\.[jt]s$/.test(path) ? [[`/${path}`, text]] : [])));
  const host: ts.CompilerHost = {
    fileExists: (path) => texts.has(path),
    readFile: (path) => texts.get(path),
    getSourceFile: (path) => ts.createSourceFile(path, texts.get(path) ?? '', ts.ScriptTarget.ESNext),
    getDefaultLibFileName: () => '',
    writeFile: () => undefined,
    getCurrentDirectory: () => '/',
    getCanonicalFileName: (path) => path,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
  };
  const options = { noResolve: true, noLib: true, target: ts.ScriptTarget.ESNext, types: [], allowJs: true };
  const [mistake] = ts.createProgram([...texts.keys()], options, host).getSyntacticDiagnostics();
  if (!mistake) return;
  const { line } = mistake.file.getLineAndCharacterOfPosition(mistake.start);
  const what = ts.flattenDiagnosticMessageText(mistake.messageText, ' ');
  throw new Error(`the generated module ${mistake.file.fileName.slice(1)} does not parse: line ${line + 1}: ${what}`);
}
