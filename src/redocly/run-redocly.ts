import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { packageFolder } from '../files/package-files.js';

interface RedoclyRun {
  readonly code: number;
  readonly output: string;
  /** The error output in one line, without the notices that Redocly always prints. */
  readonly complaint: string;
}

interface RedoclyCall {
  readonly argv: readonly string[];
  /** The flags of Node. */
  readonly flags?: readonly string[];
  /** The working folder. */
  readonly folder: string;
  /** The number of seconds after which the process is killed. */
  readonly seconds: number;
  /** What Redocly may read: texts in place of files, by absolute path, and other files in folders. */
  readonly served?: { readonly files: ReadonlyMap<string, string>; readonly roots: readonly string[] };
}

const program = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');
const mostOutput = 1_000_000_000;

/** Runs the installed Redocly without telemetry and update notices. It needs no network. */
export async function runRedocly(call: RedoclyCall): Promise<RedoclyRun> {
  if (!call.served) return run(call, {});
  const folder = mkdtempSync(join(tmpdir(), 'lacuna-lint-'));
  try {
    const path = join(folder, 'files.json');
    const { files, roots } = call.served;
    writeFileSync(path, JSON.stringify({ files: Object.fromEntries(files), roots }));
    return await run({ ...call, flags: [`--import=${servingModule}`] }, { LACUNA_FILES: path });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// The process of Redocly runs JavaScript, so it needs the built module even if this module runs from its source.
const servingModule = new URL('dist/redocly/serve-files.js', packageFolder).href;

function run({ argv, flags = [], folder, seconds }: RedoclyCall, variables: object): Promise<RedoclyRun> {
  const env = {
    ...process.env,
    ...variables,
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    // The messages and the page of Redocly must not depend on the machine.
    LC_ALL: 'C',
    TZ: 'UTC',
    NO_COLOR: '1',
    FORCE_COLOR: '0',
    NODE_OPTIONS: '',
    // The development version of React does the same slower.
    NODE_ENV: 'production',
  };
  const options = { cwd: folder, env, maxBuffer: mostOutput, timeout: seconds * 1000, killSignal: 'SIGKILL' } as const;
  return new Promise((resolve) => {
    execFile(process.execPath, [...flags, program, ...argv], options, (error, out, err) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      const late = error?.killed
        ? `it took more than ${seconds} s; to allow more, use --limit redoclySeconds=NUMBER`
        : '';
      resolve({
        code,
        output: late ? '' : out,
        complaint: late || readComplaint(err, folder) || (error?.message ?? ''),
      });
    });
  });
}

// Removes boxes and progress, which are not errors, and the path of the folder.
function readComplaint(text: string, folder: string): string {
  return text
    .replaceAll(`${folder}${sep}`, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^[╔║╚]|^Prerendering docs$|^validating /.test(line))
    .join(' ');
}
