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
export type TemplateData = { readonly [name: string]: TemplateValue };

/** A value in a view. */
type TemplateValue = undefined | null | boolean | number | string | Html | readonly TemplateValue[] | TemplateData;

/** Renders a part of a template. */
type RenderPart = (view: TemplateData) => string[];

/**
 * Renders a template as parts of a text. `name` is its path below its folder without `.hbs`, such as `ledger.md`. Each
 * `{{parts x}}` outside the blocks of a template prints a list of HTML, whose members stay parts of their own.
 */
export type RenderTemplate = (name: string, view: TemplateData) => string[];

/** The encoders that templates name, one per context: `{{text title}}`. */
const encoders: { readonly [name: string]: (value: TemplateValue, level: TemplateValue) => string } = {
  text: (value) => encodeHtmlText(readText(value)),
  attribute: (value) => encodeHtmlAttribute(readText(value)),
  link: (value) => printLinkAttributes(readText(value)),
  fileName: (value) => encodeFileName(readText(value)),
  markdown: (value) => encodeMarkdownText(readText(value)),
  markdownCode: (value) => encodeMarkdownCode(readText(value)),
  /** Renders Markdown as HTML with its highest heading at `level`. */
  prose: (value, level) => renderMarkdown(readText(value), Number(level)).text,
  html: readHtml,
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
  const known = new Map<string, readonly RenderPart[]>();
  for (const [path, text] of templates) {
    if (!path.startsWith(folder) || !path.endsWith('.hbs')) continue;
    const name = path.slice(folder.length, -'.hbs'.length);
    const program = handlebars.parse(text);
    const parts = splitProgram(program).map((part): RenderPart => {
      if (typeof part === 'string') return (view) => readParts(view[part]);
      new EncoderCheck(path).accept(part);
      const print = handlebars.compile(part, options);
      return (view) => [print(view)];
    });
    known.set(name, parts);
    handlebars.registerPartial(name, handlebars.compile(program, options));
  }
  return (name, view) => {
    const parts = known.get(name);
    if (!parts) throw new Error(`there is no template '${folder}${name}.hbs'`);
    return parts.flatMap((render) => render(view));
  };
}

/** Splits a template at its `{{parts x}}`: into programs, and the names of the members that it prints between them. */
function splitProgram(program: hbs.AST.Program): (hbs.AST.Program | string)[] {
  const parts: (hbs.AST.Program | string)[] = [];
  let start = 0;
  program.body.forEach((statement, index) => {
    const name = findPartsName(statement);
    if (name === undefined) return;
    parts.push({ ...program, body: program.body.slice(start, index) }, name);
    start = index + 1;
  });
  return [...parts, { ...program, body: program.body.slice(start) }];
}

function findPartsName(statement: hbs.AST.Statement): string | undefined {
  if (!isMustache(statement)) return undefined;
  const [path, name] = [statement.path, ...statement.params].map((one) =>
    'original' in one ? String(one.original) : '',
  );
  return path === 'parts' ? name : undefined;
}

function isMustache(statement: hbs.AST.Statement): statement is hbs.AST.MustacheStatement {
  return statement.type === 'MustacheStatement';
}

function readParts(value: TemplateValue): string[] {
  if (!Array.isArray(value)) throw new Error(`a template prints '${String(value)}' as parts, which it is not`);
  return value.map(readHtml);
}

function readHtml(value: TemplateValue): string {
  if (value instanceof Html) return value.text;
  throw new Error(`a template prints '${String(value)}' as HTML, which it is not`);
}

function readText(value: TemplateValue): string {
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
