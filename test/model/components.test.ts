import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listComponents } from '../../src/model/components.js';

interface Node {
  readonly name: string;
  readonly parts: Node[];
}

/** Builds a graph from lines such as `a: b c`. */
function graph(...lines: readonly string[]): Node[] {
  const nodes = new Map(lines.map((line) => [line.charAt(0), { name: line.charAt(0), parts: [] as Node[] }]));
  for (const line of lines)
    for (const name of line.slice(2).split(' ').filter(Boolean))
      nodes.get(line.charAt(0))?.parts.push(...[nodes.get(name)].flatMap((node) => node ?? []));
  return [...nodes.values()];
}

const find = (nodes: readonly Node[]) => listComponents(nodes, ({ parts }) => parts);
const show = (nodes: readonly Node[]): string[] =>
  find(nodes).map((one) => one.nodes.map(({ name }) => name).join('') + (one.isCircle ? '*' : ''));

test('a component comes after those to which it leads', () => {
  expect(show(graph('a: b', 'b: c', 'c:'))).toEqual(['c', 'b', 'a']);
  expect(show(graph('a: b c', 'b: a', 'c: d', 'd: c'))).toEqual(['cd*', 'ab*']);
});

test('a node that leads to itself is a circle, any other single node is not', () => {
  expect(show(graph('a: a', 'b:'))).toEqual(['a*', 'b']);
});

test('a long chain needs no recursion', () => {
  let node: Node = { name: 'end', parts: [] };
  for (let count = 0; count < 100_000; count++) node = { name: 'step', parts: [node] };
  expect(find([node])).toHaveLength(100_001);
});

test('the parts of a node are listed once', () => {
  const nodes = graph('a: b b c', 'b: c a', 'c: a');
  let count = 0;
  listComponents([...nodes, ...nodes], (node) => {
    count++;
    return node.parts;
  });
  expect(count).toBe(3);
});

test('nodes are in the same component if and only if they lead to each other', () => {
  const drawn = fc.array(fc.array(fc.nat(7), { maxLength: 3 }), { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(drawn, (edges) => {
      const nodes: Node[] = edges.map((_, index) => ({ name: String(index), parts: [] }));
      for (const [index, targets] of edges.entries())
        for (const target of targets) nodes[index]?.parts.push(...nodes.slice(target, target + 1));
      const reach = (node: Node): Set<Node> => {
        const reached = new Set(node.parts);
        for (const each of reached) for (const part of each.parts) reached.add(part);
        return reached;
      };
      const reached = new Map(nodes.map((node) => [node, reach(node)]));
      const found = find(nodes);
      expect(found.flatMap((one) => one.nodes)).toHaveLength(nodes.length);
      for (const one of found)
        for (const node of one.nodes) {
          const back = nodes.filter((other) => reached.get(node)?.has(other) && reached.get(other)?.has(node));
          expect(one.isCircle).toBe(back.length > 0);
          expect(new Set([node, ...back])).toEqual(new Set(one.nodes));
        }
    }),
  );
});
