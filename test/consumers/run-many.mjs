// Generates from many descriptions with a task runner: cold, warm, and after one of them changes.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

const [program, ...argv] = process.argv.slice(2);
const packages = readdirSync('packages');
const list = (printable) =>
  spawnSync('npx', ['lacuna', 'generate', '--print', printable], { cwd: `packages/${packages[0]}`, encoding: 'utf8' })
    .stdout.trim()
    .split('\n');

function run(what) {
  const started = performance.now();
  const timed = ['-c', 'TIMEFORMAT="%U %S"; time "$@"', 'bash', program, ...argv];
  // Nx ends before a pipe has received all its output, so it prints into a file.
  const output = openSync('run.log', 'w');
  const { status, stderr } = spawnSync('bash', timed, { encoding: 'utf8', stdio: ['ignore', output, 'pipe'] });
  closeSync(output);
  const stdout = readFileSync('run.log', 'utf8');
  const seconds = (performance.now() - started) / 1000;
  assert.equal(status, 0, stdout + stderr);
  const [user, system] = stderr.trim().split('\n').at(-1).split(' ');
  const cpu = Number(user) + Number(system);
  const text = stripVTControlCharacters(stdout);
  // What each program prints about its cache.
  const cached = Number(
    /Cached:\s+(\d+) cached/.exec(text)?.[1] ?? /instead of running the command for (\d+) out/.exec(text)?.[1] ?? 0,
  );
  console.log(
    `${what}: ${seconds.toFixed(1)} s, ${cpu.toFixed(1)} s of CPU, ${cached} of ${packages.length} from the cache`,
  );
  return cached;
}

// The configuration of the task runner has the inputs and outputs that the command prints.
assert.deepEqual(list('inputs'), ['lacuna.config.json', 'openapi.yaml']);
assert.ok(list('outputs').every((path) => path.startsWith('src/')));
const generated = () => packages.map((name) => readFileSync(`packages/${name}/src/lacuna.json`, 'utf8')).join('');

assert.equal(run('cold'), 0);
const first = generated();
for (const name of packages) rmSync(`packages/${name}/src`, { recursive: true });
assert.equal(run('warm'), packages.length);
assert.equal(generated(), first);
const changed = `packages/${packages[0]}/openapi.yaml`;
writeFileSync(changed, readFileSync(changed, 'utf8').replace('operationId: cancelOrder', 'operationId: dropOrder'));
assert.equal(run('one changed'), packages.length - 1);
assert.match(readFileSync(`packages/${packages[0]}/src/lacuna.json`, 'utf8'), /drop-order/);
