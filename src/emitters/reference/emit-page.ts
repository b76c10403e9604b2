import { hash } from 'node:crypto';
import type { Logo } from '../../model/api.js';
import { encodeParts } from '../../model/artifact.js';
import { printJsonFile } from '../../model/print-json.js';
import { Html, html } from '../../text/html.js';
import { printBreakableText } from '../../text/long-words.js';
import { printTree, printTreeParts } from '../../text/print-tree.js';
import { printTreeMarkdown } from '../../text/print-tree-markdown.js';
import { loadTemplates, type RenderTemplate, type TemplateData } from '../../text/templates.js';
import { listBlocks, mark, readLine, type Section } from '../../text/tree.js';
import type { Emission, EmitInput } from '../emitter.js';
import { type Article, buildArticle } from './article/build-article.js';
import { printSamples } from './article/samples/print-samples.js';
import { formatServer } from './article/samples/request.js';
import { prepareDescription } from './prepare-description.js';

/** Emits Redoc's page, the article and the article as Markdown. */
export async function emitPage(input: EmitInput): Promise<Emission> {
  const { templates, bundle, renderReference } = input;
  const files =
    input.start === 'article'
      ? { redoc: 'redoc.html', article: 'index.html' }
      : { redoc: 'index.html', article: 'article.html' };
  const render = loadTemplates(templates, 'reference/');
  const shown = { ...input, samples: printSamples(input) };
  const article = buildArticle(shown);
  const description = prepareDescription({ ...shown, changes: article.changes }, files.article);
  const rendering = renderReference(description);
  // The article is printed while Redocly, a separate process, renders its page.
  const sections = printSections(article.sections);
  const shell = {
    article,
    templates,
    render,
    files,
    gapCount: input.api.gaps.length,
    servers: [...new Set(input.api.servers.map(formatServer))],
    sections,
    hasSources: sections.text.some((part) => part.text.includes('class="lacuna-source"')),
    style: input.style ?? '',
    logo: input.logo,
  };
  const others = [
    { path: `reference/${files.article}`, bytes: encodeParts(printArticle(shell)) },
    {
      path: 'reference/reference.md',
      bytes: encodeParts([
        ...printTreeMarkdown([
          { kind: 'section', title: article.title, note: mark('muted', article.version), blocks: article.lead },
        ]),
        '\n',
        ...sections.markdown,
      ]),
    },
    { path: 'reference/llms.txt', bytes: encodeParts(render('llms.txt', viewIndex(article))) },
    { path: 'reference/openapi.json', bytes: encodeParts(printJsonFile(bundle.complete, bundle.isExact)) },
  ];
  const page = await rendering;
  if (page === undefined) return { modules: [], files: [] };
  const redoc = { path: `reference/${files.redoc}`, bytes: encodeParts(printRedocPage(page, shell)) };
  return { modules: [], files: [redoc, ...others] };
}

/** The sections of the article in all forms in which the pages show them. */
interface PrintedSections {
  /** The sections as parts of HTML. */
  readonly text: readonly Html[];
  /** The sections as parts of Markdown, below the title of the document. */
  readonly markdown: readonly string[];
  /** The view of the table of contents: the sections with their inner sections. */
  readonly contents: readonly TemplateData[];
}

/** Prints the sections of the article. Each is printed in all forms before the next one is built. */
function printSections(sections: Iterable<Section>): PrintedSections {
  const text: Html[] = [];
  const markdown: string[] = [];
  const entries: Entry[] = [];
  for (const section of sections) {
    printTreeParts([section], text);
    printTreeMarkdown([section], 2, markdown);
    entries.push({ ...viewEntry(section), role: section.role, inside: listInside(section).map(viewEntry) });
  }
  return { text, markdown, contents: viewContents(entries) };
}

/** A section in the table of contents. */
interface Entry extends TemplateData {
  readonly role: Section['role'];
  readonly inside: readonly TemplateData[];
}

// Larger groups are folded.
const mostUnfolded = 40;

function viewContents(entries: readonly Entry[]): readonly TemplateData[] {
  const count = entries.reduce((sum, { inside }) => sum + inside.length, 0);
  return entries.map((entry) => ({ ...entry, isFolded: entry.role !== 'group' || count > mostUnfolded }));
}

function viewEntry({ id, title }: Section): TemplateData & { readonly id: string } {
  return { id: id ?? '', title: printBreakableText(readLine(title)) };
}

// The table has no lines for the sections inside operations and inside the ledger.
function listInside({ role, id, blocks }: Section): Section[] {
  if (role !== 'group' && id !== 'schemas' && id !== 'webhooks') return [];
  return listBlocks(blocks).filter((block): block is Section => block.kind === 'section' && block.id !== undefined);
}

/** The input that both pages share. */
interface Shell {
  readonly article: Article;
  readonly templates: ReadonlyMap<string, string>;
  readonly render: RenderTemplate;
  readonly files: { readonly redoc: string; readonly article: string };
  readonly gapCount: number;
  /** The URLs of the servers, as samples show them. */
  readonly servers: readonly string[];
  readonly logo: Logo | undefined;
  /** The user's CSS. */
  readonly style: string;
  readonly sections: PrintedSections;
  /** Whether the article names sections of the documentation. */
  readonly hasSources: boolean;
}

function viewShell({ article, files, gapCount, logo, hasSources }: Shell): TemplateData {
  const { title, version, summary, changes } = article;
  return {
    title,
    version,
    summary,
    icon: printIcon(title),
    logo,
    ...files,
    count: gapCount,
    hasSources,
    hasChanges: changes.length > 0,
  };
}

// Draws an icon with the first letter of the title.
function printIcon(title: string): string {
  const letter = /[\p{L}\p{N}]/u.exec(title)?.[0].toUpperCase() ?? '';
  const picture = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#0b57b0"/><text x="16" y="23" font-family="sans-serif" font-size="20" font-weight="700" text-anchor="middle" fill="#fff">${letter}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(picture.text)}`;
}

function printRedocPage(redoc: string, shell: Shell): string[] {
  return shell.render('redoc.html', {
    ...viewShell(shell),
    policy: printPolicy(listRedocScripts(redoc), ['worker-src blob:']),
    styles: new Html(
      `<style>${readTemplate(shell, 'common.css')}${readTemplate(shell, 'redoc.css')}${printStyle(shell)}</style>`,
    ),
    redoc: [new Html(redoc)],
  });
}

// Redoc chooses the theme in one script and begins in another one. With any other script, an encoder has failed.
function listRedocScripts(redoc: string): string[] {
  const scripts = [...redoc.matchAll(/<script\b[^>]*>(.*?)<\/script>/gs)].map(([, script = '']) => script);
  if (scripts.length !== 2) throw new Error(`the page of Redoc has ${scripts.length} scripts instead of 2`);
  return scripts;
}

// An article with more characters is drawn in parts.
const mostDrawn = 1_000_000;

// The choice between longer URLs of servers has lines of its own also on wide screens.
const mostBeside = 60;

function printArticle(shell: Shell): string[] {
  const { text, contents } = shell.sections;
  const script = readTemplate(shell, 'article.js');
  const longest = Math.max(0, ...shell.servers.map((url) => url.length));
  const media = longest > mostBeside ? 'all' : '(max-width: 74.99rem)';
  return shell.render('article.html', {
    ...viewShell(shell),
    policy: printPolicy([script], []),
    styles: new Html(
      `<style>${readTemplate(shell, 'common.css')}${readTemplate(shell, 'article.css')}:root{--lacuna-url:${longest}}@media ${media}{${readTemplate(shell, 'servers.css')}}${printStyle(shell)}</style>`,
    ),
    script: new Html(script),
    servers: shell.servers.length > 1 ? shell.servers.map(viewServer) : [],
    isLarge: countCharacters(text) > mostDrawn,
    lead: printTree(shell.article.lead),
    contents,
    text: prepareArticle(text),
  });
}

// An option contains only text, so zero-width spaces let a long URL break where its parts end.
function viewServer(url: string): TemplateData {
  return { url, shown: url.replace(/(?<=[/._-])(?=[^/._-])/g, '\u200b') };
}

// The format is described at https://llmstxt.org.
function viewIndex({ title, summary, operations }: Article): TemplateData {
  return { title, summary, operations };
}

// An end tag would end the style. In CSS, the backslash is not a part of the text.
function printStyle({ style }: Shell): string {
  return style.replaceAll('</', '<\\/');
}

function readTemplate({ templates }: Shell, name: string): string {
  const text = templates.get(`reference/${name}`);
  if (text === undefined) throw new Error(`there is no template '${name}'`);
  return text;
}

// Allows only these scripts, and no requests. Redoc needs inline styles, and a worker for its search.
function printPolicy(scripts: readonly string[], more: readonly string[]): string {
  const hashes = scripts.map((script) => `'sha256-${hash('sha256', script, 'base64')}'`);
  return [
    "default-src 'none'",
    `script-src ${hashes.join(' ')}`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    'font-src data:',
    ...more,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

// The number of characters between two pauses of the browser.
const mostParsed = 500_000;

/**
 * Changes the HTML of a large article, which consists of parts, so that a browser parses it faster and in short steps.
 * Its content stays the same.
 */
export function prepareArticle(article: readonly Html[]): readonly Html[] {
  return countCharacters(article) < mostParsed ? article : addPauses(writeRareAsReferences(article));
}

/** Returns the number of characters of parts. */
function countCharacters(parts: readonly Html[]): number {
  return parts.reduce((count, { text }) => count + text.length, 0);
}

// Chromium parses a page for up to half a second without a pause. During this time, the page does not respond. The end
// of a script makes it pause, even if the script is empty.
function addPauses(parts: readonly Html[]): Html[] {
  let next = mostParsed;
  let end = 0;
  return parts.map((part) => {
    const start = end;
    end += part.text.length;
    if (end < next) return part;
    const text = part.text.replaceAll('<article ', (tag, at: number) => {
      if (start + at < next) return tag;
      next = start + at + mostParsed;
      return `<script></script>${tag}`;
    });
    return new Html(text);
  });
}

// How much longer character references may make the text.
const mostGrowth = 1.01;

// A browser keeps each part of a page in two bytes per character if one character of the part needs them. It decodes and
// parses such a part more slowly, also before it draws the first text.
function writeRareAsReferences(parts: readonly Html[]): readonly Html[] {
  const written = parts.map((part) => {
    const text = part.text.replaceAll(/[^\0-\u00ff]+/g, (wide) =>
      Array.from(wide, (one) => `&#${one.codePointAt(0)};`).join(''),
    );
    return text === part.text ? part : new Html(text);
  });
  return countCharacters(written) < countCharacters(parts) * mostGrowth ? written : parts;
}
