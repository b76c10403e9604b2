// Watches a file of a folder, as `lacuna generate --watch` does, and sends a message to its parent process after each run.
//   node test/watching/watched-process.mjs FOLDER FILE KIND ...       started by soak.mjs
import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { watch } from '../../dist/index.js';

// The command line sets this flag for watches.
setFlagsFromString('--no-allocation-site-pretenuring');
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

const [folder, spec, ...only] = process.argv.slice(2);
const send = (isReady, error) => {
  const { user, system } = process.cpuUsage();
  process.send({ isReady, error, cpu: (user + system) / 1000 });
};
const tell = ({ diagnostics }) => send(false, diagnostics.list.find(({ severity }) => severity === 'error')?.message);
const how = only.includes('reference') ? { onFollowUp: tell } : { onRun: tell };
const watching = watch({ folder, spec, out: 'out', only }, how);
process.on('message', (request) => {
  if (request === 'close') {
    void watching.close().then(() => process.disconnect());
    return;
  }
  // The first collection does not free objects with finalizers.
  for (let round = 0; round < 3; round++) collectGarbage();
  process.send({ memory: process.memoryUsage() });
});
// A parent that fails does not ask to close.
process.once('disconnect', () => process.exit());
await watching.ready;
send(true);
