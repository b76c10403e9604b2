// Is preloaded into a run of lacuna. Ends the process, as SIGKILL does, before its n-th change of the disk
// (`LACUNA_KILL_AT`).
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const names = [
  'writeFileSync',
  'renameSync',
  'linkSync',
  'unlinkSync',
  'rmSync',
  'rmdirSync',
  'mkdirSync',
  'chmodSync',
  'utimesSync',
];
let left = Number(process.env.LACUNA_KILL_AT);

for (const name of names) {
  const own = fs[name];
  fs[name] = (...values) => {
    // Files in the folder of temporary files do not count as changes of the project.
    if (String(values[0]).startsWith(process.cwd()) && left-- <= 0) process.kill(process.pid, 'SIGKILL');
    return own(...values);
  };
}
syncBuiltinESMExports();
