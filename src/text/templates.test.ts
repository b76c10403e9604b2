import { expect, test } from 'vitest';
import { Html } from './html.js';
import { loadTemplates, type TemplateData } from './templates.js';

const load = (texts: { readonly [path: string]: string }) => loadTemplates(new Map(Object.entries(texts)), 'a/');

const compile = (texts: { readonly [path: string]: string }) => {
  const render = load(texts);
  return (name: string, view: TemplateData): string => render(name, view).join('');
};

test('values are encoded for the context that the template names', () => {
  const render = compile({
    'a/page.html.hbs': '<p title="{{attribute x}}">{{text x}}{{html y}}</p>{{#each z}}{{> row.md}}{{/each}}',
    'a/row.md.hbs': '- {{markdown x}} {{markdownCode x}}\n',
    'b/other.hbs': '{{nonsense}}',
  });
  expect(render('page.html', { x: '<"b">', y: new Html('<hr>'), z: [{ x: '*1*' }, { x: '{{2}}' }] })).toBe(
    '<p title="&lt;&quot;b&quot;&gt;">&lt;"b"&gt;<hr></p>- \\*1\\* `*1*`\n- {{2}} `{{2}}`\n',
  );
});

test('a value without encoder is an error when the template is compiled', () => {
  expect(() => compile({ 'a/x.hbs': 'one\n{{title}}' })).toThrow("a/x.hbs:2: 'title' is printed without an encoder");
  expect(() => compile({ 'a/x.hbs': '{{#if x}}{{{text title}}}{{/if}}' })).toThrow('without an encoder');
  expect(() => compile({ 'a/x.hbs': '{{lookup x "y"}}' })).toThrow('without an encoder');
});

test('a value that is not a text is an error, not an empty text', () => {
  expect(() => compile({ 'a/x.hbs': '{{text title}}' })('x', {})).toThrow('as text, which it is not');
  expect(() => compile({ 'a/x.hbs': '{{html title}}' })('x', { title: '<b>' })).toThrow('as HTML, which it is not');
  expect(() => compile({})('x', {})).toThrow("no template 'a/x.hbs'");
});

test('a list of HTML is printed in parts, outside the blocks of a template', () => {
  const render = load({ 'a/x.hbs': '{{text a}}-{{parts b}}{{#if a}}.{{/if}}' });
  expect(render('x', { a: 1, b: [new Html('<b>'), new Html('<i>')] })).toEqual(['1-', '<b>', '<i>', '.']);
  expect(() => render('x', { a: 1, b: 'c' })).toThrow('as parts, which it is not');
  expect(() => render('x', { a: 1, b: ['c'] })).toThrow('as HTML, which it is not');
  expect(() => load({ 'a/x.hbs': '{{#if a}}{{parts b}}{{/if}}' })).toThrow("'parts' is printed without an encoder");
});
