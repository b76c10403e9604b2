import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compilers } from '../effort.js';
import { emit } from '../load-output.js';
import { runCompiler } from '../run-compiler.js';
import { strictFlags } from '../strict-flags.js';
import { generateServer, removeFolder } from './make-server.js';

/** The emitted server compiles with the strictest flags, and its misuse does not. */
const flags = {
  ...strictFlags,
  // The declarations beside JavaScript are output.
  skipLibCheck: emit === 'ts',
  lib: ['es2022'],
  types: ['node'],
};

let folder: string;
beforeAll(async () => {
  folder = await generateServer('test/server/animals.yaml');
});
afterAll(() => removeFolder(folder));

function compile(compiler: string, program: string): string {
  writeFileSync(join(folder, 'program.ts'), program);
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: flags, include: ['api', 'program.ts'] }),
  );
  return runCompiler(folder, undefined, compiler);
}

const program = `
import { createServer, type AddAnimalHandler, type Handlers, type ListAnimalsReply, type PutPhotoReceived, type RemoveAnimalReply, unimplemented } from './api/server/index.js';
import { toFetchHandler } from './api/server/fetch.js';
import { listen, toNodeHandler } from './api/server/node.js';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';

interface User { readonly name: string }
const security = {
  token: async (token: string, { scopes }: { readonly scopes: readonly string[] }): Promise<User | undefined> => (scopes.includes(token) ? { name: token } : undefined),
  key: (key: string): User | null => (key === '' ? null : { name: key }),
};

const listAnimals: Handlers<User>['listAnimals'] = async ({ limit, tags, filter }, { principal }) => {
  const most: number = limit;
  // @ts-expect-error it may be absent
  const list: readonly string[] = tags;
  // @ts-expect-error anonymous callers are allowed, so there may be no principal
  const name: string = principal.name;
  return { status: 200, contentType: 'text/csv', headers: { 'X-Total': most }, body: [list, name, filter?.name, principal?.name].join() };
};
const getNewest: Handlers<User>['getNewest'] = (_args, { principal }) => {
  // @ts-expect-error without security there is no principal
  void principal.name;
  return { status: 200, body: { name: '', legs: 4 } };
};
const getAnimal: Handlers<User>['getAnimal'] = ({ animalId }, { principal, signal, request }) => {
  signal.throwIfAborted();
  const id: number = animalId;
  return id > request.headers.size ? { status: 404 } : { status: 200, body: { name: principal.name, legs: 4 } };
};
const addAnimal: AddAnimalHandler<User> = ({ body, contentType }) => {
  if (contentType === 'application/json') {
    const legs: number = body.legs;
    // @ts-expect-error only the server sets it
    void body.id;
    return { status: 'default', code: legs, body: { title: '', status: legs, detail: '' } };
  }
  return { status: 201, body: { name: '', legs: 4 }, extraHeaders: { location: '/animals/1' } };
};
export const photo = async ({ body }: PutPhotoReceived): Promise<string> => (body ? (await body.photo.text()) + body.caption : '');

declare const forDates: Handlers<Date>;

const server = createServer({ ...unimplemented, listAnimals, getNewest, getAnimal, addAnimal }, { security });
await (await listen(server)).close();

interface Incoming extends IncomingMessage { readonly id: string }
const forFramework: Handlers<User, Incoming>['getAnimal'] = (_args, { platform, request }) => {
  const known: Incoming | undefined = request.platform;
  return { status: 200, body: { name: platform.id + known?.url, legs: 4 } };
};
const ofFramework = createServer({ ...unimplemented, listAnimals, getAnimal: forFramework }, { security, operationLimits: { addAnimal: { maxBytes: 1 } } });
export const handle: (request: Incoming, response: import('node:http').ServerResponse) => void = toNodeHandler(ofFramework);
createHttpServer(toNodeHandler(server));
// @ts-expect-error the requests of Node have no id
createHttpServer(toNodeHandler(ofFramework));
// @ts-expect-error the requests of this platform have no id
toFetchHandler(ofFramework);
export const fetched: Promise<Response> = toFetchHandler(ofFramework, (_request: Request, incoming: Incoming) => incoming)(new Request('http://shop'), {} as Incoming);
export const plain: Promise<Response> = toFetchHandler(server)(new Request('http://shop'));
// @ts-expect-error a handler expects another request
createServer<User, IncomingMessage>({ ...unimplemented, getAnimal: forFramework }, { security });
// @ts-expect-error there is no such operation
createServer<User>(unimplemented, { security, operationLimits: { addAnimals: {} } });

// @ts-expect-error a handler is missing
createServer({ listAnimals, getNewest, getAnimal, addAnimal }, { security });
// @ts-expect-error a security function is missing
createServer<User>(unimplemented, { security: { token: security.token } });
// @ts-expect-error a handler expects another principal
createServer({ ...unimplemented, getAnimal: forDates.getAnimal }, { security });
// @ts-expect-error no parameter needs a wire name
createServer<User>(unimplemented, { security, wireNames: { 'no-such-gap': 'x' } });

// @ts-expect-error a header is missing
export const headers: ListAnimalsReply = { status: 200, contentType: 'text/csv', body: '' };
// @ts-expect-error the content type has to be chosen
export const choice: ListAnimalsReply = { status: 200, headers: { 'X-Total': 1 }, body: '' };
// @ts-expect-error a range needs a code
export const range: ListAnimalsReply = { status: 'default', body: { title: '', status: 1, detail: '' } };
// @ts-expect-error there is no content
export const content: RemoveAnimalReply = { status: 204, body: {} };
const held = { status: 204, body: {} } as const;
// @ts-expect-error there is no content, even if the reply is in a variable
export const heldContent: RemoveAnimalReply = held;
export const noContent: RemoveAnimalReply = { status: 204, body: undefined };
// @ts-expect-error the status is not declared
export const status: RemoveAnimalReply = { status: 200 };
`;

describe.each(compilers)('with %s', (compiler) => {
  test('it compiles, and its misuse does not', () => {
    expect(compile(compiler, program)).toBe('');
  });
});

test('the server of an API without security needs no security options, and distinguishes fields from files', async () => {
  const open = await generateServer('test/server/bodies.yaml');
  try {
    writeFileSync(
      join(open, 'program.ts'),
      `import { createServer, type GetAnyReply, type Handlers, type PutEitherReceived, type PutFilesReceived, type PutFormReceived, unimplemented } from './api/server/index.js';
       const handlers: Handlers = { ...unimplemented, getPlace: ({ place }) => (place.x > 1 ? { status: 204 } : { status: 204 }) };
       createServer(handlers);
       export const nothing: GetAnyReply = { status: 'default', code: 204 };
       // @ts-expect-error only some codes have no content
       export const none: GetAnyReply = { status: 'default', code: 200 };
       // The flags include exactOptionalPropertyTypes.
       export const changed = (row: { a: number }, { body }: PutFormReceived): { a: number } => ({ ...row, ...body });
       export const files = ({ body }: PutFilesReceived): [string, File, File | undefined] => [body.title, body.cover, body['other']];
       export const either = ({ body }: PutEitherReceived): string | File | undefined => ('address' in body ? body.address : body.file);`,
    );
    writeFileSync(
      join(open, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: flags, include: ['api', 'program.ts'] }),
    );
    expect(runCompiler(open)).toBe('');
  } finally {
    removeFolder(open);
  }
});
