import { putLogo } from './api/client/index.js';
import { client } from './client.js';
import { createFakeClient } from './fake-api.js';
import { uploadBytes, uploadPhoto } from './upload.js';

// Vitest and Jest have different types for these globals.
declare const test: (name: string, run: () => Promise<void>) => void;
declare const expect: (value: unknown) => { toBe(expected: unknown): void };

const { transport } = createFakeClient({
  addPhoto: async ({ body: { photo } }) => ({ status: 201, body: `${photo.name}: ${await photo.text()}` }),
  putLogo: ({ body }) => ({ status: 201, body: new TextDecoder().decode(body) }),
});
Object.assign(client, { baseUrl: 'https://shop.invalid/v1', transport });

test('a file is sent in a form', async () => {
  expect(await uploadPhoto('o1', new File(['PNG'], 'a.png', { type: 'image/png' }))).toBe('a.png: PNG');
  expect(await uploadBytes('o1', new TextEncoder().encode('PNG'))).toBe('parcel.png: PNG');
});

test('a blob is sent alone', async () => {
  expect(await putLogo(client, { body: new Blob(['PNG']) })).toBe('PNG');
});
