import type { Origin } from '../../diagnostics/origin.js';
import type { PathTemplate } from '../../model/api.js';
import type { BuildContext } from '../context.js';

type Part = PathTemplate['parts'][number];

/** Reads a path template (OpenAPI 3.2, 4.8.2) at the place of its path item. Reports violations of its syntax. */
export function readPathTemplate(context: BuildContext, template: string, origin: Origin): PathTemplate {
  if (!template.startsWith('/')) context.report('path-without-slash', origin, { path: template }, 'key');
  if (/[?#]/.test(template.replace(/\{[^{}]*\}/g, '')))
    context.report('path-with-query', origin, { path: template }, 'key');
  const parts = splitTemplate(template.startsWith('/') ? template : `/${template}`);
  const names: string[] = [];
  for (const part of parts) {
    if ('literal' in part && /[{}]/.test(part.literal))
      context.report('unbalanced-braces', origin, { path: template }, 'key');
    if ('parameter' in part) {
      if (names.includes(part.parameter))
        context.report('repeated-value', origin, { keyword: 'path', value: `{${part.parameter}}` }, 'key');
      names.push(part.parameter);
    }
  }
  return { template, parts };
}

function splitTemplate(template: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const match of template.matchAll(/\{([^{}]+)\}/g)) {
    if (match.index > end) parts.push({ literal: template.slice(end, match.index) });
    parts.push({ parameter: match[1] ?? '' });
    end = match.index + match[0].length;
  }
  if (end < template.length) parts.push({ literal: template.slice(end) });
  return parts;
}

/** Returns the names of the parameters of a path template. */
export function listTemplateNames({ parts }: PathTemplate): string[] {
  return parts.flatMap((part) => ('parameter' in part ? [part.parameter] : []));
}
