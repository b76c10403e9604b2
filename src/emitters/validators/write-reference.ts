import type { Schema } from '../../model/schema.js';
import { code } from '../../typescript/code.js';
import { runtime } from './assertions.js';
import { pathCode, type Site } from './context.js';
import { writeCall } from './expression.js';
import { acceptsAll } from './statics.js';

/** Writes the check against a schema that has a function of its own, or now gets one. */
export function writeCallStatement(site: Site, schema: Schema): void {
  const { context, value, path } = site;
  if (acceptsAll(schema)) return;
  if (context.shape === 'guard') {
    const { bad } = writeCall(context, value, schema, site.scope);
    context.lines.add(code`if (${bad}) return false;`);
    context.markNarrowed(value);
    return;
  }
  const { reference, deep } = context.program.functionOf(schema, context.rules, site.scope, 'collect', context);
  const call = code`${reference}(${value.name}, ${context.found}${deep ? context.depthArgument : []});`;
  if (path.length === 0) {
    context.lines.add(call);
    return;
  }
  const before = context.newName('n');
  context.lines.add(code`const ${before} = ${context.found}.length;`);
  context.lines.add(call);
  context.lines.add(code`${runtime('putUnder')}(${context.found}, ${before}, ${pathCode(path)});`);
}
