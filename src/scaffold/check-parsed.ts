import { ts } from 'ts-morph';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { isBelow } from '../files/paths.js';
import type { UserCode } from './user-code.js';
import type { UserFile } from './user-files.js';

/**
 * Reports files that cannot be parsed and may contain handlers: files in the folder of the handlers, and files that
 * import from that folder or from the output. All other files that cannot be parsed are ignored.
 */
export function checkParsed(
  unreadable: readonly UserFile[],
  code: UserCode,
  { ours, show }: { readonly ours: readonly string[]; readonly show: (path: string) => string },
  diagnostics: Diagnostics,
): void {
  const isOurs = (path: string | undefined): boolean =>
    path !== undefined && ours.some((folder) => isBelow(path, folder));
  for (const { path, text } of unreadable) {
    const variant = text === undefined ? 'encoding' : 'depth';
    if (isOurs(path)) diagnostics.report('handlers-not-parsed', undefined, { variant, place: show(path) });
  }
  const { files, program } = code;
  for (const [path, file] of files) {
    const [mistake] = program.getSyntacticDiagnostics(file);
    if (!mistake) continue;
    const imports = ts.preProcessFile(file.text).importedFiles.map(({ fileName }) => code.resolve(fileName, file));
    if (![path, ...imports].some(isOurs)) {
      code.close(path);
      continue;
    }
    const { line, character } = file.getLineAndCharacterOfPosition(mistake.start);
    const why = ts.flattenDiagnosticMessageText(mistake.messageText, ' ').replace(/\.$/, '');
    const place = `${show(path)}:${line + 1}:${character + 1}`;
    diagnostics.report('handlers-not-parsed', undefined, { variant: 'syntax', place, why });
  }
}
