import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';

/** What a run of Redocly left: its exit code and what it printed. */
export interface RedoclyRun {
  readonly code: number;
  readonly output: string;
  /** What it says is wrong, in one line; the notices that it prints each time left out. */
  readonly complaint: string;
}

/** A run of Redocly. */
export interface RedoclyCall {
  readonly argv: readonly string[];
  /** The folder that it runs in. */
  readonly folder: string;
  /** Seconds after which it is ended. */
  readonly seconds: number;
  /** Texts that it reads in place of files, by absolute path. */
  readonly files?: ReadonlyMap<string, string>;
}

const program = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');
const mostOutput = 1_000_000_000;

/** Runs the installed Redocly, telemetry and update notice off; it needs and gets no network. */
export async function runRedocly(call: RedoclyCall): Promise<RedoclyRun> {
  if (call.files === undefined) return run(call, [], {});
  const folder = mkdtempSync(join(tmpdir(), 'lacuna-lint-'));
  try {
    const path = join(folder, 'files.json');
    writeFileSync(path, JSON.stringify(Object.fromEntries(call.files)));
    return await run(call, [`--import=${servingModule}`], { LACUNA_FILES: path });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// Redocly's process runs JavaScript, so the module is the built one also where this one runs from its source.
const servingModule = new URL('../../dist/redocly/serve-files.js', import.meta.url).href;

function run({ argv, folder, seconds }: RedoclyCall, flags: readonly string[], variables: object): Promise<RedoclyRun> {
  const env = {
    ...process.env,
    ...variables,
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    // Its words and its page may not depend on where it runs.
    LC_ALL: 'C',
    TZ: 'UTC',
    NO_COLOR: '1',
    FORCE_COLOR: '0',
    NODE_OPTIONS: '',
  };
  const options = { cwd: folder, env, maxBuffer: mostOutput, timeout: seconds * 1000, killSignal: 'SIGKILL' } as const;
  return new Promise((resolve) => {
    execFile(process.execPath, [...flags, program, ...argv], options, (error, out, err) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      const late = error?.killed ? `it was ended after ${seconds} s; --limit redoclySeconds=NUMBER allows more` : '';
      resolve({
        code,
        output: late ? '' : out,
        complaint: late || readComplaint(err, folder) || (error?.message ?? ''),
      });
    });
  });
}

// What it prints in boxes and while it works is no complaint; where the folder is, is nobody's business.
function readComplaint(text: string, folder: string): string {
  return text
    .replaceAll(`${folder}${sep}`, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^[╔║╚]|^Prerendering docs$|^validating /.test(line))
    .join(' ');
}
