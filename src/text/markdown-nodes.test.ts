import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseSeed } from '../../test/seed.js';
import { type Content, parseMarkdown } from './markdown-nodes.js';
import { printNodes } from './print-nodes.js';

// The blocks of the tests contain plain lines, or lines that need the library.
const { content } = fc.letrec<{ content: Content; blocks: Content[] }>((tie) => {
  const line = fc.constantFrom('one', 'two two', 'a <b> c').map((value) => [{ type: 'text' as const, value }]);
  const leaf: fc.Arbitrary<Content>[] = [
    line.map((children) => ({ type: 'paragraph', children })),
    line.map((children) => ({ type: 'heading', depth: 1, children })),
    fc.constantFrom('x', 'x\n\n  y').map((value) => ({ type: 'code', value })),
    fc.constant({ type: 'thematicBreak' }),
    line.map((children) => ({
      type: 'table',
      children: [1, 2].map(() => ({ type: 'tableRow', children: [{ type: 'tableCell', children }] })),
    })),
  ];
  const items = fc
    .array(tie('blocks'), { minLength: 1, maxLength: 2 })
    .map((all) => all.map((children) => ({ type: 'listItem' as const, children })));
  return {
    content: fc.oneof(
      { depthSize: 'small' },
      ...leaf,
      tie('blocks').map((children): Content => ({ type: 'blockquote', children })),
      items.map((children): Content => ({ type: 'list', ordered: false, children })),
      fc
        .record({ start: fc.constantFrom(1, 3), children: items })
        .map((list): Content => ({ type: 'list', ordered: true, ...list })),
    ),
    blocks: fc.array(tie('content'), { maxLength: 3 }),
  };
});

test('blocks are read as they were printed, in items, in quotations and outside of both', () => {
  const check = (children: Content[]): void => {
    const read = JSON.stringify(parseMarkdown(printNodes(children), 1));
    expect(JSON.parse(read.replaceAll(',"lang":null', ''))).toEqual(children);
  };
  fc.assert(fc.property(fc.array(content, { minLength: 1, maxLength: 3 }), check), {
    seed: chooseSeed('blocks as Markdown'),
    numRuns: 500,
  });
});

test('thousands of nested spans are read and printed', () => {
  const text = `${'*a **b '.repeat(3000)}middle${' c** d*'.repeat(3000)}`;
  expect(printNodes(parseMarkdown(text, 1))).toContain('middle');
});
