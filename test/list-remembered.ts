import ts from 'typescript-6';
import { listNodes } from './source-files.js';

/**
 * Lists the state that a module keeps: maps whose keys are objects, and variables, maps or sets of the module that it
 * changes.
 */
export function listRemembered(file: ts.SourceFile): string[] {
  const byObject = listNodes(file, ts.isNewExpression).filter(({ expression }) =>
    /^Weak(Map|Set)$/.test(expression.getText()),
  );
  const own = file.statements.filter(ts.isVariableStatement).flatMap(({ declarationList }) =>
    declarationList.declarations.filter(({ name, initializer }) => {
      if (!(declarationList.flags & ts.NodeFlags.Const)) return true;
      const created = initializer && ts.isNewExpression(initializer) ? initializer.expression.getText() : '';
      const changes = new RegExp(`\\b${name.getText()}\\.(set|add|delete|clear)\\(`);
      return /^(Map|Set)$/.test(created) && changes.test(file.text);
    }),
  );
  return [...byObject, ...own].map((node) => node.getText());
}
