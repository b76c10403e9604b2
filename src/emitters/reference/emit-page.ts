import { hash } from 'node:crypto';
import { Html } from '../../text/html.js';
import { printMarkdown } from '../../text/print-markdown.js';
import { loadTemplates } from '../../text/templates.js';
import type { Emission, EmitInput } from '../emitter.js';
import { buildAdditions } from './additions.js';
import { removeIdleAnchors } from './article/anchors.js';
import { viewArticle } from './article/view-article.js';
import { prepareDescription } from './prepare-description.js';
import { printSamples } from './samples/print-samples.js';

/** Emits the page and the article as Markdown. */
export async function emitPage(input: EmitInput): Promise<Emission> {
  const { templates, bundle, renderReference } = input;
  const render = loadTemplates(templates, 'reference/');
  const shown = { ...input, samples: printSamples(input) };
  const page = await renderReference(prepareDescription(bundle.complete, buildAdditions(shown, render)));
  if (page === undefined) return { modules: [], files: [] };
  const script = readTemplate(templates, 'reference/page.js');
  const view = viewArticle(shown, render);
  const article = new Html(removeIdleAnchors(render('article.html', view)));
  const text = render('page.html', {
    ...view,
    article,
    hasSources: article.text.includes('class="lacuna-source"'),
    policy: printPolicy([script, page.bodyScript, page.script]),
    styles: new Html(`${page.styles}<style>${readTemplate(templates, 'reference/page.css')}</style>`),
    script: new Html(script),
    redocBody: new Html(page.body),
    redocScript: new Html(page.script),
  });
  return {
    modules: [],
    files: [
      { path: 'reference/index.html', text },
      { path: 'reference/reference.md', text: printMarkdown(article) },
    ],
  };
}

function readTemplate(templates: ReadonlyMap<string, string>, path: string): string {
  const text = templates.get(path);
  if (text === undefined) throw new Error(`there is no template '${path}'`);
  return text;
}

// Allows only these scripts and no requests. Redoc needs inline styles, and a worker for its search.
function printPolicy(scripts: readonly string[]): string {
  const hashes = scripts.map((text) => `'sha256-${hash('sha256', text, 'base64')}'`);
  return [
    "default-src 'none'",
    `script-src ${hashes.join(' ')}`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    'font-src data:',
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
