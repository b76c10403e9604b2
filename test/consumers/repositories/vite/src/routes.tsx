import { routes } from './api/routes/index.js';

export function Routes() {
  return <pre id="routes">{JSON.stringify(routes)}</pre>;
}
