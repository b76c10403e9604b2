import { useQueryClient } from '@tanstack/react-query';
import { routes } from './api/routes/index.js';
import { getOrderQueryKey } from './api/tanstack-query/index.js';

export function Routes() {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: getOrderQueryKey() });
  return (
    <>
      <button type="button" onClick={refresh}>
        Refresh
      </button>
      <pre id="routes">{JSON.stringify(routes)}</pre>
    </>
  );
}
