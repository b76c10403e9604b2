// A `fetch` that responds at once, for the measured clients. As a program, it only calls one of them:
//   node test/bench/client-fetch.mjs MODULE get|post COUNT
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const pet = { id: 'p1', name: 'Rex', tags: ['dog', 'good'] };
const bytes = new TextEncoder().encode(JSON.stringify(pet));
// Leaves out the cost of the network. The objects that it returns are real.
globalThis.fetch = async (input, init) => {
  const method = input instanceof Request ? input.method : (init?.method ?? 'GET');
  // A stream of bytes, like the platform's own.
  let isSent = false;
  const body = new ReadableStream({
    type: 'bytes',
    async pull(controller) {
      if (isSent) {
        controller.close();
        controller.byobRequest?.respond(0);
      } else controller.enqueue(bytes.slice());
      isSent = true;
    },
  });
  return new Response(body, {
    status: method === 'POST' ? 201 : 200,
    headers: { 'content-type': 'application/json', 'content-length': String(bytes.length) },
  });
};

const [, program, module, kind, count] = process.argv;
if (program === fileURLToPath(import.meta.url)) {
  const { [kind]: call } = await import(pathToFileURL(module));
  for (let index = 0; index < Number(count); index++) await call(kind === 'get' ? 'p1' : pet);
}
