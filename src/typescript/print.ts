/** What statements that declare something have, as text. */
export interface Head {
  readonly name: string;
  readonly exported: boolean;
  readonly doc: string | undefined;
  readonly typeParameters: readonly string[];
}

/** A statement of the output, its code already text. */
export type Statement =
  | (Head & {
      readonly kind: 'interface';
      readonly extends: readonly string[];
      readonly members: readonly {
        readonly key: string;
        readonly type: string;
        readonly optional: boolean;
        readonly readonly: boolean;
        readonly doc: string | undefined;
      }[];
    })
  | (Head & { readonly kind: 'alias'; readonly type: string })
  | (Head & { readonly kind: 'constant'; readonly type: string | undefined; readonly value: string })
  | (Head & {
      readonly kind: 'function';
      readonly async: boolean;
      readonly parameters: readonly string[];
      readonly returns: string;
      readonly body: readonly string[];
    })
  | {
      readonly kind: 'reexport';
      readonly module: string;
      readonly names: readonly string[] | '*';
      readonly typeOnly: boolean;
    };

/** One imported name of the output. */
export interface ImportedName {
  readonly specifier: string;
  readonly name: string;
  /** What it is called here. */
  readonly local: string;
  readonly use: 'type' | 'value';
}

/** Prints one module: imports, then statements in order, set apart by blank lines; re-exports stand together. */
export function printModule(
  imports: readonly ImportedName[],
  statements: readonly Statement[],
  specifierOf: (module: string) => string,
): string {
  let text = printImports(imports);
  let last: Statement['kind'] | undefined;
  for (const statement of statements) {
    const isApart = text !== '' && !(statement.kind === 'reexport' && last === 'reexport');
    text += (isApart ? '\n' : '') + printStatement(statement, specifierOf);
    last = statement.kind;
  }
  return text;
}

/** Prints imports by specifier, each with its names in order. */
export function printImports(imports: readonly ImportedName[]): string {
  const bySpecifier = new Map<string, ImportedName[]>();
  for (const each of imports) {
    const list = bySpecifier.get(each.specifier);
    if (list) list.push(each);
    else bySpecifier.set(each.specifier, [each]);
  }
  const sorted = [...bySpecifier].sort(([a], [b]) => compareText(a, b));
  return sorted.map(([specifier, list]) => printImport(specifier, list)).join('');
}

function printImport(specifier: string, list: readonly ImportedName[]): string {
  const isTypeOnly = list.every(({ use }) => use === 'type');
  const names = list
    .toSorted((a, b) => compareText(a.name, b.name))
    .map(({ name, local, use }) => {
      const type = !isTypeOnly && use === 'type' ? 'type ' : '';
      return `${type}${name}${local === name ? '' : ` as ${local}`}`;
    });
  return `import ${isTypeOnly ? 'type ' : ''}{ ${names.join(', ')} } from '${specifier}';\n`;
}

function printStatement(statement: Statement, specifierOf: (module: string) => string): string {
  switch (statement.kind) {
    case 'reexport': {
      const names = statement.names === '*' ? '*' : `{ ${statement.names.join(', ')} }`;
      return `export ${statement.typeOnly ? 'type ' : ''}${names} from '${specifierOf(statement.module)}';\n`;
    }
    case 'constant': {
      const type = statement.type === undefined ? '' : `: ${statement.type}`;
      return `${printHead(statement)}const ${statement.name}${type} = ${statement.value};\n`;
    }
    case 'alias': {
      const space = statement.type.startsWith('\n') ? '' : ' ';
      return `${printHead(statement)}type ${printName(statement)} =${space}${statement.type};\n`;
    }
    case 'interface':
      return printInterface(statement);
    case 'function': {
      const { async, parameters, returns, body } = statement;
      const signature = `${async ? 'async ' : ''}function ${printName(statement)}(${parameters.join(', ')}): ${returns}`;
      return `${printHead(statement)}${signature} {\n${indent(body.join('\n'))}}\n`;
    }
  }
}

function printInterface(statement: Extract<Statement, { kind: 'interface' }>): string {
  const bases = statement.extends.length === 0 ? '' : ` extends ${statement.extends.join(', ')}`;
  const members = statement.members.map(({ key, type, optional, readonly, doc }) => {
    return `${printDoc(doc)}${readonly ? 'readonly ' : ''}${key}${optional ? '?' : ''}: ${type};\n`;
  });
  return `${printHead(statement)}interface ${printName(statement)}${bases} {\n${indent(members.join(''))}}\n`;
}

function printHead({ doc, exported }: Head): string {
  return `${printDoc(doc)}${exported ? 'export ' : ''}`;
}

function printName({ name, typeParameters }: Head): string {
  return typeParameters.length === 0 ? name : `${name}<${typeParameters.join(', ')}>`;
}

function printDoc(doc: string | undefined): string {
  if (doc === undefined) return '';
  if (!doc.includes('\n')) return `/** ${doc} */\n`;
  const lines = doc.split('\n').map((line) => ` * ${line}`.trimEnd());
  return `/**\n${lines.join('\n')}\n */\n`;
}

// Code that is put in holds no template or string literal of more than one line, so each line may be indented.
function indent(text: string): string {
  const lines = text.replace(/\n+$/, '').replace(/^(?=.)/gm, '  ');
  return lines === '' ? '' : `${lines}\n`;
}

/** Orders texts by code unit, which no locale changes. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
