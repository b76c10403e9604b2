import { createRequire } from 'node:module';
import {
  encodeFileName,
  encodeHtmlAttribute,
  encodeHtmlText,
  encodeMarkdownCode,
  encodeMarkdownText,
  printLinkAttributes,
} from './encode.js';
import { Html } from './html.js';
import { renderMarkdown } from './render-markdown.js';

// Node loads this one file in a third of the time that it needs for all modules of the package.
const Handlebars: typeof import('handlebars') = createRequire(import.meta.url)('handlebars/dist/handlebars.js');

/** The values that a template prints. */
export type View = { readonly [name: string]: ViewValue };

/** A value in a view. */
type ViewValue = undefined | null | boolean | number | string | Html | readonly ViewValue[] | View;

/** Renders a template. `name` is its path below its folder without `.hbs`, such as `ledger.md`. */
export type RenderTemplate = (name: string, view: View) => string;

/** The encoders that templates name, one per context: `{{text title}}`. */
const encoders: { readonly [name: string]: (value: ViewValue, level: ViewValue) => string } = {
  text: (value) => encodeHtmlText(readText(value)),
  attribute: (value) => encodeHtmlAttribute(readText(value)),
  link: (value) => printLinkAttributes(readText(value)),
  fileName: (value) => encodeFileName(readText(value)),
  markdown: (value) => encodeMarkdownText(readText(value)),
  markdownCode: (value) => encodeMarkdownCode(readText(value)),
  /** Renders Markdown as HTML with its highest heading at `level`. */
  prose: (value, level) => renderMarkdown(readText(value), Number(level)).text,
  html: (value) => {
    if (value instanceof Html) return value.text;
    throw new Error(`a template prints '${String(value)}' as HTML, which it is not`);
  },
};

const blocks = new Set(['if', 'unless', 'each', 'with']);
const knownHelpers = Object.fromEntries([...Object.keys(encoders), ...blocks].map((name) => [name, true]));

/**
 * Compiles the templates of a folder (`not-shown/`), which may include each other as `{{> item.md}}`. Throws if a template
 * prints a value without naming its encoder, or if a view lacks a value that a template prints.
 */
export function loadTemplates(templates: ReadonlyMap<string, string>, folder: string): RenderTemplate {
  const handlebars = Handlebars.create();
  for (const [name, encode] of Object.entries(encoders)) handlebars.registerHelper(name, encode);
  const options = { noEscape: true, knownHelpers, knownHelpersOnly: true, preventIndent: true };
  for (const [path, text] of templates) {
    if (!path.startsWith(folder) || !path.endsWith('.hbs')) continue;
    const name = path.slice(folder.length, -'.hbs'.length);
    const program = handlebars.parse(text);
    new EncoderCheck(path).accept(program);
    handlebars.registerPartial(name, handlebars.compile(program, options));
  }
  return (name, view) => {
    const template = handlebars.partials[name];
    if (typeof template !== 'function') throw new Error(`there is no template '${folder}${name}.hbs'`);
    return template(view);
  };
}

function readText(value: ViewValue): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw new Error(`a template prints '${String(value)}' as text, which it is not`);
}

class EncoderCheck extends Handlebars.Visitor {
  readonly #path: string;

  constructor(path: string) {
    super();
    this.#path = path;
  }

  override MustacheStatement(statement: hbs.AST.MustacheStatement): void {
    const name = 'original' in statement.path ? String(statement.path.original) : '';
    if (Object.hasOwn(encoders, name) && statement.escaped && statement.params.length > 0) return;
    throw new Error(`${this.#path}:${statement.loc.start.line}: '${name}' is printed without an encoder`);
  }
}
