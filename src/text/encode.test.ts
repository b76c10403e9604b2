import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import {
  encodeDirections,
  encodeFileName,
  encodeHtmlAttribute,
  encodeHtmlText,
  encodeMarkdownCode,
  encodeMarkdownText,
  encodeShellText,
  encodeShellWord,
  printLinkAttributes,
} from './encode.js';
import { html } from './html.js';
import { renderMarkdown } from './render-markdown.js';

const hostile = [
  'plain words, GET /scenarios and snake_case_names',
  '<from date>',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '&lt;b&gt; &amp; &#60;',
  '**bold** _em_ __x__ ~~no~~ `code` ``x`',
  '[x](https://a.invalid) ![y](z) [a]: b',
  '# heading',
  '- item',
  '+ item',
  '* item',
  '1. one',
  '12) twelve',
  '> quote',
  '=====',
  '| a | b |',
  '{% html %} {% $x %} {% raw',
  'back\\slash \\* \\\\',
  '{{title}} {{{x}}}',
];

test('a shell, also an interactive one, does not change text in quotes', () => {
  const texts = [...hostile, '`date`', '$(date)', '$HOME', 'a!b !! !$', '!`', "it's", '"', 'a\\', '\\!'];
  const commands = texts
    .map((text) => `printf '%s\\n' "${encodeShellText(text)}"\nprintf '%s\\n' ${encodeShellWord(text)}\n`)
    .join('');
  for (const argv of [['sh'], ['bash', '--norc', '--noprofile', '-i']]) {
    const [shell = '', ...options] = argv;
    const { stdout } = spawnSync(shell, options, {
      input: commands,
      encoding: 'utf8',
      env: { ...process.env, HISTFILE: '' },
    });
    expect(stdout).toBe(texts.map((text) => `${text}\n${text}\n`).join(''));
  }
});

test('every part of an attribute is encoded, wherever it is in the attribute', () => {
  const text = '" onclick="alert(1)';
  const printed = html`<a href="${text}" title="${text}/${text} ${text}">${text}</a>`.text;
  expect(printed.match(/"/g)).toHaveLength(6);
  expect(printed).toContain('>" onclick="alert(1)</a>');
});

test('Markdown text shows every character and contains no markup', () => {
  for (const text of hostile) {
    const html = renderMarkdown(encodeMarkdownText(text), 2).text;
    expect(html).toBe(`<p>${encodeHtmlText(text).replaceAll('"', '&quot;')}</p>`);
    expect(renderMarkdown(`- ${encodeMarkdownText(text)}`, 2).text).toContain(
      encodeHtmlText(text).replaceAll('"', '&quot;'),
    );
  }
});

test('Markdown text stays in its line and in its table cell', () => {
  expect(encodeMarkdownText('a\n\n# b\r\nc\u2028d')).toBe('a # b c d');
  const html = renderMarkdown(`| a |\n| --- |\n| ${encodeMarkdownText('x | y')} |`, 2).text;
  expect(html).toContain('<td>x | y</td>');
});

test('Markdown code shows every character, backticks included', () => {
  for (const text of ['<from date>', 'a`b', '`', '``x``', '**x**', '{% x %}']) {
    const html = renderMarkdown(`a ${encodeMarkdownCode(text)} b`, 2).text;
    expect(html).toBe(`<p>a <code>${encodeHtmlText(text)}</code> b</p>`);
  }
});

test('bidirectional controls and control characters are replaced', () => {
  expect(encodeHtmlText('a\u202eb\u0007c\ud800')).toBe('a\ufffdb\ufffdc\ufffd');
  expect(encodeMarkdownText('a\u2066b')).toBe('a\ufffdb');
});

test('an attribute cannot end', () => {
  expect(encodeHtmlAttribute('"\' onclick=x\n<&')).toBe('&quot;&#39; onclick=x&#10;&lt;&amp;');
});

test('different texts have different file names', () => {
  expect(encodeFileName('list-sessions_v2')).toBe('list-sessions_v2');
  expect(encodeFileName('../a b')).toBe('.2e..2e..2f.a.20.b');
  expect(new Set(['a b', 'a.20.b', 'a/b', 'a😀b'].map(encodeFileName)).size).toBe(4);
});

test.each([
  ['https://a.invalid/?a="b"', ' href="https://a.invalid/?a=&quot;b&quot;"'],
  [' HTTP://a.invalid ', ' href="HTTP://a.invalid"'],
  ['mailto:a@b.invalid', ' href="mailto:a@b.invalid"'],
  ['javascript:alert(1)', ''],
  ['x https://a.invalid', ''],
  ['data:text/html,https://a.invalid', ''],
  ['/path', ''],
  ['', ''],
])('the link to %s', (address, attributes) => {
  expect(printLinkAttributes(address)).toBe(attributes);
});

test('directions of text become numbers, percent-encoded ones too', () => {
  expect(encodeDirections('a\u202eb\u2066c%E2%80%AEd%e2%81%a9e%E2%80%AFf')).toBe(
    'a[U+202E]b[U+2066]c[U+202E]d[U+2069]e%E2%80%AFf',
  );
});
