import { encodeString } from './code.js';
import {
  type AliasStatement,
  type ConstantStatement,
  type ExportStatement,
  type FunctionStatement,
  type ImportStatement,
  type InterfaceStatement,
  kinds,
  type NamedImport,
  type Statement,
} from './statement.js';

/** One imported name of the output. */
export interface ImportedName {
  readonly specifier: string;
  readonly name: string;
  /** Its name in the module that imports it. */
  readonly local: string;
  readonly use: 'type' | 'value';
}

/** Builds the imports of a module: one per specifier, sorted, with sorted names. */
export function buildImports(imports: readonly ImportedName[]): ImportStatement[] {
  const bySpecifier = new Map<string, ImportedName[]>();
  for (const each of imports) {
    const list = bySpecifier.get(each.specifier);
    if (list) list.push(each);
    else bySpecifier.set(each.specifier, [each]);
  }
  const specifiers = [...bySpecifier.keys()].sort(compareText);
  return specifiers.map((moduleSpecifier) => {
    const names = bySpecifier.get(moduleSpecifier) ?? [];
    const isTypeOnly = names.every(({ use }) => use === 'type');
    names.sort((a, b) => compareText(a.name, b.name));
    const namedImports = names.map(({ name, local, use }): NamedImport => {
      const named = { name, isTypeOnly: !isTypeOnly && use === 'type' };
      return local === name ? named : { ...named, alias: local };
    });
    return { kind: kinds.import, isTypeOnly, moduleSpecifier, namedImports };
  });
}

/** Prints a module. Blank lines separate its statements, except imports from imports and exports from exports. */
export function printModule(statements: readonly Statement[]): string {
  // TypeScript takes a file without imports and exports for a script.
  if (statements.length === 0) return 'export {};\n';
  let text = '';
  let last: Statement['kind'] | undefined;
  for (const statement of statements) {
    const { kind } = statement;
    const isApart = last !== undefined && !(kind === last && (kind === kinds.import || kind === kinds.export));
    text += (isApart ? '\n' : '') + printStatement(statement);
    last = kind;
  }
  return text;
}

function printStatement(statement: Statement): string {
  switch (statement.kind) {
    case kinds.import:
      return printImport(statement);
    case kinds.export:
      return printExport(statement);
    case kinds.constant:
      return printConstant(statement);
    case kinds.alias:
      return printAlias(statement);
    case kinds.interface:
      return printInterface(statement);
    case kinds.function:
      return printFunction(statement);
  }
}

function printImport({ isTypeOnly, namedImports, moduleSpecifier }: ImportStatement): string {
  const names = namedImports.map(({ name, alias, isTypeOnly: isType }) => {
    return `${isType ? 'type ' : ''}${name}${alias === undefined ? '' : ` as ${alias}`}`;
  });
  return `import ${isTypeOnly ? 'type ' : ''}{ ${names.join(', ')} } from ${encodeString(moduleSpecifier)};\n`;
}

function printExport({ isTypeOnly, namedExports, moduleSpecifier }: ExportStatement): string {
  const names = namedExports ? `{ ${namedExports.join(', ')} }` : '*';
  return `export ${isTypeOnly ? 'type ' : ''}${names} from ${encodeString(moduleSpecifier)};\n`;
}

function printConstant(statement: ConstantStatement): string {
  const [{ name, type, initializer }] = statement.declarations;
  return `${printHead(statement)}const ${name}${type === undefined ? '' : `: ${type}`} = ${initializer};\n`;
}

function printAlias(statement: AliasStatement): string {
  const space = statement.type.startsWith('\n') ? '' : ' ';
  return `${printHead(statement)}type ${printName(statement)} =${space}${statement.type};\n`;
}

function printInterface(statement: InterfaceStatement): string {
  const bases = statement.extends.length === 0 ? '' : ` extends ${statement.extends.join(', ')}`;
  const members = statement.properties.map(({ name, type, hasQuestionToken, isReadonly, docs }) => {
    return `${printDocs(docs)}${isReadonly ? 'readonly ' : ''}${name}${hasQuestionToken ? '?' : ''}: ${type};\n`;
  });
  return `${printHead(statement)}interface ${printName(statement)}${bases} {\n${indent(members.join(''))}}\n`;
}

function printFunction(statement: FunctionStatement): string {
  const parameters = statement.parameters.map(({ name }) => name).join(', ');
  const signature = `function ${printName(statement)}(${parameters}): ${statement.returnType}`;
  const body = indent(statement.statements.join('\n'));
  return `${printHead(statement)}${statement.isAsync ? 'async ' : ''}${signature} {\n${body}}\n`;
}

function printHead({ docs, isExported }: { readonly docs: readonly string[]; readonly isExported: boolean }): string {
  return `${printDocs(docs)}${isExported ? 'export ' : ''}`;
}

function printName({ name, typeParameters }: { readonly name: string; readonly typeParameters: string[] }): string {
  return typeParameters.length === 0 ? name : `${name}<${typeParameters.join(', ')}>`;
}

/** Prints doc comments from encoded texts. */
export function printDocs(docs: readonly string[]): string {
  return docs.map(printDoc).join('');
}

function printDoc(doc: string): string {
  if (!doc.includes('\n')) return `/** ${doc} */\n`;
  const lines = doc.split('\n').map((line) => ` * ${line}`.trimEnd());
  return `/**\n${lines.join('\n')}\n */\n`;
}

// No template or string literal of the code has more than one line, so each line can be indented.
function indent(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n') end--;
  if (end === 0) return '';
  const lines = text.slice(0, end);
  // Empty lines stay empty. Few texts have one, and for all others a search for text takes a third of the time.
  const hasEmptyLine = lines.startsWith('\n') || lines.includes('\n\n');
  return hasEmptyLine ? `${lines.replace(/^(?=.)/gm, '  ')}\n` : `  ${lines.replaceAll('\n', '\n  ')}\n`;
}

/** Compares texts by code unit, so that the order does not depend on a locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
