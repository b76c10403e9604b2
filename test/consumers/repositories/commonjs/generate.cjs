const assert = require('node:assert/strict');
const { mkdirSync, writeFileSync } = require('node:fs');
const { check, generate } = require('lacuna');

async function main() {
  mkdirSync('api');
  writeFileSync('api/package.json', '{ "type": "module" }\n');
  const options = { spec: 'openapi.yaml', out: 'api', emit: 'js' };
  const { diagnostics, written } = await generate(options);
  assert.equal(diagnostics.hasErrors, false);
  assert.ok(written.added.length > 20);
  assert.deepEqual((await check(options)).drifts, []);
}
main();
