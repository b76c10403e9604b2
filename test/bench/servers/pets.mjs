// The API that every server implements, and the message by which a server reports that it is ready.
import process from 'node:process';

const pet = (id) => ({
  id,
  name: 'Tom',
  kind: 'cat',
  age: 3,
  tags: ['grey', 'fast'],
  owner: { name: 'Ann', email: 'ann@example.com' },
});
const all = Array.from({ length: 100 }, (_, index) => pet(String(index)));

export const getPet = (id) => pet(id);
export const listPets = (limit) => all.slice(0, limit);
export const addPet = (given) => ({ ...given, id: 'new' });

/** Sends the port to the parent process, then responds to each message with what the process has used so far. */
export function announce(port) {
  process.send?.({ port });
  process.on('disconnect', () => process.exit());
  process.on('message', () => process.send({ cpu: process.cpuUsage(), memory: process.memoryUsage.rss() }));
}
