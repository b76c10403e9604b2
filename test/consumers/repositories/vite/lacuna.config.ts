import { defineConfig } from 'lacuna';
import routes from './emit-routes.ts';

export default defineConfig({
  spec: 'openapi.yaml',
  out: 'src/api',
  only: ['types', 'client', 'server'],
  emitters: ['lacuna/tanstack-query', [routes, { prefix: '/api' }]],
});
