import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { sep } from 'node:path';

/** What a run of Redocly left: its exit code and what it printed. */
export interface RedoclyRun {
  readonly code: number;
  readonly output: string;
  /** What it says is wrong, in one line; the notices that it prints each time left out. */
  readonly complaint: string;
}

const program = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');
const mostOutput = 1_000_000_000;

/** Runs the installed Redocly in a folder, telemetry and update notice off; it needs and gets no network. */
export function runRedocly(argv: readonly string[], folder: string): Promise<RedoclyRun> {
  const env = {
    ...process.env,
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    // Its words and its page may not depend on where it runs.
    LC_ALL: 'C',
    TZ: 'UTC',
    NO_COLOR: '1',
    FORCE_COLOR: '0',
    NODE_OPTIONS: '',
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...argv], { cwd: folder, env, maxBuffer: mostOutput }, (error, out, err) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ code, output: out, complaint: readComplaint(err, folder) || (error?.message ?? '') });
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
