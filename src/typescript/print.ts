import {
  type ImportDeclarationStructure,
  IndentationText,
  Project,
  QuoteKind,
  type StatementStructures,
  StructureKind,
} from 'ts-morph';

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

// One project for all files: ts-morph is fed once per file, which is what keeps it fast.
const project = new Project({
  useInMemoryFileSystem: true,
  skipLoadingLibFiles: true,
  manipulationSettings: { quoteKind: QuoteKind.Single, indentationText: IndentationText.TwoSpaces },
});

/** Prints one module: imports, then statements in order. */
export function printStructures(
  imports: readonly ImportedName[],
  statements: readonly Statement[],
  specifierOf: (module: string) => string,
): string {
  const file = project.createSourceFile(
    'module.ts',
    {
      statements: [
        ...importStructures(imports),
        ...statements.map((statement) => statementStructure(statement, specifierOf)),
      ],
    },
    { overwrite: true },
  );
  // What is printed here brings its own blank line; next to what ts-morph sets apart there would be two.
  const text = file
    .getFullText()
    .replace(/\n{3,}/g, '\n\n')
    .trimStart();
  project.removeSourceFile(file);
  return text;
}

function importStructures(imports: readonly ImportedName[]): ImportDeclarationStructure[] {
  const bySpecifier = new Map<string, ImportedName[]>();
  for (const each of imports) {
    const list = bySpecifier.get(each.specifier);
    if (list) list.push(each);
    else bySpecifier.set(each.specifier, [each]);
  }
  const sorted = [...bySpecifier].sort(([a], [b]) => compareText(a, b));
  return sorted.map(([specifier, list]) => {
    const names = list.sort((a, b) => compareText(a.name, b.name));
    const isTypeOnly = names.every(({ use }) => use === 'type');
    return {
      kind: StructureKind.ImportDeclaration,
      moduleSpecifier: specifier,
      isTypeOnly,
      namedImports: names.map(({ name, local, use }) => ({
        name,
        isTypeOnly: !isTypeOnly && use === 'type',
        ...(local !== name && { alias: local }),
      })),
    };
  });
}

function statementStructure(
  statement: Statement,
  specifierOf: (module: string) => string,
): StatementStructures | string {
  if (statement.kind === 'reexport') {
    return {
      kind: StructureKind.ExportDeclaration,
      moduleSpecifier: specifierOf(statement.module),
      isTypeOnly: statement.typeOnly,
      ...(statement.names !== '*' && { namedExports: [...statement.names] }),
    };
  }
  if (statement.kind === 'constant') return printConstant(statement);
  if (statement.kind === 'alias') return printAlias(statement);
  const head = {
    name: statement.name,
    isExported: statement.exported,
    docs: docStructures(statement.doc),
    typeParameters: [...statement.typeParameters],
  };
  switch (statement.kind) {
    case 'interface':
      return {
        ...head,
        kind: StructureKind.Interface,
        extends: [...statement.extends],
        properties: statement.members.map((member) => ({
          name: member.key,
          type: member.type,
          hasQuestionToken: member.optional,
          isReadonly: member.readonly,
          docs: docStructures(member.doc),
        })),
      };
    case 'function':
      return {
        ...head,
        kind: StructureKind.Function,
        isAsync: statement.async,
        parameters: statement.parameters.map((parameter) => ({ name: parameter })),
        returnType: statement.returns,
        statements: statement.body.join('\n'),
      };
  }
}

// ts-morph indents the further lines of initializers and aliases, so these are printed here.
function printConstant({ type, value, ...head }: Extract<Statement, { kind: 'constant' }>): string {
  return `${printHead(head)}const ${head.name}${type === undefined ? '' : `: ${type}`} = ${value};`;
}

function printAlias({ type, ...head }: Extract<Statement, { kind: 'alias' }>): string {
  const { name, typeParameters } = head;
  const parameters = typeParameters.length === 0 ? '' : `<${typeParameters.join(', ')}>`;
  return `${printHead(head)}type ${name}${parameters} =${type.startsWith('\n') ? '' : ' '}${type};`;
}

function printHead({ doc, exported }: Head): string {
  const lines = doc?.split('\n').map((line) => ` * ${line}`.trimEnd()) ?? [];
  const comment = lines.length > 1 ? `/**\n${lines.join('\n')}\n */\n` : lines.length === 1 ? `/** ${doc} */\n` : '';
  return `\n${comment}${exported ? 'export ' : ''}`;
}

function docStructures(doc: string | undefined): { description: string }[] {
  return doc === undefined ? [] : [{ description: doc.includes('\n') ? `\n${doc}` : doc }];
}

/** Orders texts by code unit, which no locale changes. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
