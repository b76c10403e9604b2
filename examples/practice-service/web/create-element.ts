/** Creates an element with texts and elements as children. Texts are never parsed as HTML. */
export function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** Creates a table with a row of headings. */
export function createTable(
  headings: readonly string[],
  rows: readonly (readonly (Node | string)[])[],
): HTMLTableElement {
  const head = createElement('tr', {}, ...headings.map((text) => createElement('th', { scope: 'col' }, text)));
  const lines = rows.map((cells) => createElement('tr', {}, ...cells.map((cell) => createElement('td', {}, cell))));
  return createElement('table', {}, createElement('thead', {}, head), createElement('tbody', {}, ...lines));
}
