import { ts } from 'ts-morph';

/**
 * Lists the types from which a mapped type takes its members. The compiler does not connect the members of
 * `{ [K in Exclude<keyof Handlers, 'getPet'>]: Handlers[K] }` with those of `Handlers`.
 */
export function listMappedTypes(type: ts.Type, checker: ts.TypeChecker): readonly ts.Type[] {
  if (type.isIntersection()) return type.types.flatMap((each) => listMappedTypes(each, checker));
  const mapped = type.symbol?.declarations?.find(ts.isMappedTypeNode);
  if (!mapped) return [];
  const nodes = [
    ...(mapped.type && ts.isIndexedAccessTypeNode(mapped.type) ? [mapped.type.objectType] : []),
    ...(type.aliasSymbol?.declarations ?? []).flatMap(listTypeArguments),
  ];
  return [...nodes.map((node) => checker.getTypeFromTypeNode(node)), ...(type.aliasTypeArguments ?? [])];
}

// `type Reading = Without<Handlers, 'getPet'>`
function listTypeArguments(declaration: ts.Declaration): readonly ts.TypeNode[] {
  if (!ts.isTypeAliasDeclaration(declaration) || !ts.isTypeReferenceNode(declaration.type)) return [];
  return declaration.type.typeArguments ?? [];
}
