import { breakLines } from '../typescript/break-lines.js';
import { encodeString } from '../typescript/encode.js';
import { printDocs, printModule } from '../typescript/print.js';
import { type ConstantStatement, type ImportStatement, kinds, type Statement } from '../typescript/statement.js';
import type { ImportStyle } from './handler-style.js';

/**
 * Prints a module of imports and constants as JavaScript. The type of a constant becomes a comment. A CommonJS module
 * imports with `require`.
 */
export function printJavaScript(statements: readonly Statement[], imports: ImportStyle): string {
  const plain = statements.map((each) => (each.kind === kinds.constant ? withTypeComment(each) : each));
  return breakLines(imports === 'import' ? printModule(plain) : printCommonJs(plain));
}

function withTypeComment(statement: ConstantStatement): ConstantStatement {
  const [{ name, type, initializer }] = statement.declarations;
  const docs = type === undefined ? statement.docs : [...statement.docs, `@type {${type}}`];
  return { ...statement, docs, declarations: [{ name, initializer }] };
}

function printCommonJs(statements: readonly Statement[]): string {
  const required = statements.flatMap((each) => (each.kind === kinds.import ? [printRequire(each)] : []));
  const exported = statements.flatMap((each) => (each.kind === kinds.constant ? [printExport(each)] : []));
  return [...(required.length > 0 ? [required.join('')] : []), ...exported].join('\n');
}

function printRequire({ namedImports, moduleSpecifier }: ImportStatement): string {
  const names = namedImports.map(({ name, alias }) => (alias === undefined ? name : `${name}: ${alias}`));
  return `const { ${names.join(', ')} } = require(${encodeString(moduleSpecifier)});\n`;
}

function printExport({ docs, declarations: [{ name, initializer }] }: ConstantStatement): string {
  return `${printDocs(docs)}exports.${name} = ${initializer};\n`;
}
