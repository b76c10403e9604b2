import { ts } from 'ts-morph';
import type { Code } from './code.js';
import { walkNodes } from './syntax.js';

/** A type in the code that contains the id of an item. */
export interface TypeUse {
  readonly id: string;
  /** The absolute path. */
  readonly path: string;
  readonly start: number;
}

const typeNames = ['NotShown', 'FieldsNotShown'];

/** Finds the types `NotShown<'id'>` and `FieldsNotShown<'id'>` in the user's code. */
export function findTypeUses(code: Code): readonly TypeUse[] {
  return code.files.flatMap((file) => {
    const uses: TypeUse[] = [];
    walkNodes(file, (node) => {
      if (!ts.isTypeReferenceNode(node) || !isOfItem(node.typeName, code)) return;
      for (const id of (node.typeArguments ?? []).flatMap(listIds))
        uses.push({ id, path: code.findPath(file), start: node.getStart(file) });
    });
    return uses;
  });
}

function listIds(type: ts.TypeNode): readonly string[] {
  if (ts.isUnionTypeNode(type)) return type.types.flatMap(listIds);
  return ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal) ? [type.literal.text] : [];
}

// Checks the specifier of the import, because the imported name may no longer be generated.
function isOfItem(name: ts.EntityName, code: Code): boolean {
  const symbol = code.checker.getSymbolAtLocation(name);
  const [declared] = symbol?.declarations ?? [];
  if (declared && ts.isImportSpecifier(declared)) {
    const { moduleSpecifier: from } = declared.parent.parent.parent;
    const isListed = typeNames.includes((declared.propertyName ?? declared.name).text);
    if (isListed && ts.isStringLiteral(from) && code.isGenerated(from.text, declared.getSourceFile())) return true;
  }
  const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? code.checker.getAliasedSymbol(symbol) : symbol;
  const [origin] = target?.declarations ?? [];
  return (
    target !== undefined &&
    typeNames.includes(target.name) &&
    origin !== undefined &&
    !code.isOwn(origin.getSourceFile())
  );
}
