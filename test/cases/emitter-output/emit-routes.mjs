export default {
  model: 1,
  kind: 'routes',
  needs: ['types'],
  emit: () => [
    { path: '../routes.json', text: '' },
    { path: 'types/pet.ts', text: '' },
    { path: 'routes.ts', text: "export type { Pets } from './types/pets.js';\n" },
    { path: 'Routes/index.ts', text: '' },
    { path: 'routes', text: '' },
  ],
};
