/**
 * Merges runtime modules into one text: their imports of each other go, those of the rest are made once. A name at the
 * top of one of them must not stand at the top of another; `test/architecture.test.ts` sees to that.
 */
export function mergeModules(texts: readonly string[], isOwn: (specifier: string) => boolean): string {
  const imports = new Map<string, Map<string, { isType: boolean }>>();
  const bodies = texts.map((text) =>
    text
      .replace(importStatement, (_, type: string | undefined, names: string, specifier: string) => {
        if (!isOwn(specifier)) addImports(imports, specifier, names, type !== undefined);
        return '';
      })
      .trim(),
  );
  const head = [...imports].map(([specifier, names]) => printImport(specifier, names));
  return `${head.join('')}${head.length > 0 ? '\n' : ''}${bodies.join('\n\n')}\n`;
}

// Our own files, formatted by our own formatter: an import always has this form.
const importStatement = /^import (type )?\{([^}]+)\} from '([^']+)';\n/gm;

function addImports(
  imports: Map<string, Map<string, { isType: boolean }>>,
  specifier: string,
  names: string,
  areTypes: boolean,
): void {
  const found = imports.get(specifier) ?? new Map<string, { isType: boolean }>();
  imports.set(specifier, found);
  for (const written of names.split(',').map((part) => part.trim())) {
    const name = written.replace(/^type /, '');
    if (name === '') continue;
    const isType = areTypes || name !== written;
    found.set(name, { isType: isType && (found.get(name)?.isType ?? true) });
  }
}

function printImport(specifier: string, names: ReadonlyMap<string, { readonly isType: boolean }>): string {
  const areTypes = [...names.values()].every(({ isType }) => isType);
  const list = [...names].map(([name, { isType }]) => `${isType && !areTypes ? 'type ' : ''}${name}`);
  return `import ${areTypes ? 'type ' : ''}{ ${list.join(', ')} } from '${specifier}';\n`;
}
