import type {
  ExportDeclarationStructure,
  FunctionDeclarationStructure,
  ImportDeclarationStructure,
  ImportSpecifierStructure,
  InterfaceDeclarationStructure,
  OptionalKind,
  ParameterDeclarationStructure,
  PropertySignatureStructure,
  StructureKind,
  TypeAliasDeclarationStructure,
  VariableDeclarationStructure,
  VariableStatementStructure,
} from 'ts-morph';

/**
 * The kinds of ts-morph's structures. Only types are imported, because loading ts-morph would double the time of a
 * small run. The compiler checks each number.
 */
export const kinds: {
  readonly export: StructureKind.ExportDeclaration;
  readonly function: StructureKind.Function;
  readonly import: StructureKind.ImportDeclaration;
  readonly interface: StructureKind.Interface;
  readonly alias: StructureKind.TypeAlias;
  readonly constant: StructureKind.VariableStatement;
} = { export: 11, function: 13, import: 16, interface: 19, alias: 38, constant: 41 };

/** The common members of all declarations, with code as text. */
interface DeclarationHead {
  isExported: boolean;
  docs: string[];
}

/** One imported name. */
export interface NamedImport extends OptionalKind<ImportSpecifierStructure> {
  isTypeOnly: boolean;
}

/** `import { a, type B as C } from '…'`. */
export interface ImportStatement extends ImportDeclarationStructure {
  isTypeOnly: boolean;
  namedImports: NamedImport[];
}

/** `export { a } from '…'`, or `export *` without names. */
export interface ExportStatement extends ExportDeclarationStructure {
  isTypeOnly: boolean;
  namedExports?: string[];
  moduleSpecifier: string;
}

/** A member of an interface. */
interface MemberStatement extends OptionalKind<PropertySignatureStructure> {
  type: string;
  hasQuestionToken: boolean;
  isReadonly: boolean;
  docs: string[];
}

/** `interface A<B> extends C { … }`. */
export interface InterfaceStatement extends InterfaceDeclarationStructure, DeclarationHead {
  isExported: boolean;
  docs: string[];
  typeParameters: string[];
  extends: string[];
  properties: MemberStatement[];
}

/** `type A<B> = …`. */
export interface AliasStatement extends TypeAliasDeclarationStructure, DeclarationHead {
  isExported: boolean;
  docs: string[];
  typeParameters: string[];
  type: string;
}

/** The name, type and value of a constant. */
interface ConstantDeclaration extends OptionalKind<VariableDeclarationStructure> {
  type?: string;
  initializer: string;
}

/** `const a: B = …`. `declarationKind` is absent, because it is an enum that would have to be loaded. */
export interface ConstantStatement extends Omit<VariableStatementStructure, 'declarationKind'>, DeclarationHead {
  isExported: boolean;
  docs: string[];
  declarations: [ConstantDeclaration];
}

/** `function a<B>(c: D): E { … }`. The name of a parameter is its whole text, `c: D`. */
export interface FunctionStatement extends FunctionDeclarationStructure, DeclarationHead {
  name: string;
  isAsync: boolean;
  isExported: boolean;
  docs: string[];
  typeParameters: string[];
  parameters: OptionalKind<ParameterDeclarationStructure>[];
  returnType: string;
  statements: string[];
}

/** A statement of the output: a structure of ts-morph in which all code is text. */
export type Statement =
  | ImportStatement
  | ExportStatement
  | InterfaceStatement
  | AliasStatement
  | ConstantStatement
  | FunctionStatement;
