import { toFetchHandler } from '../../../api/server/fetch.ts';
import { server } from '../../../server';

const handle = toFetchHandler(server);
const answer = (request: Request): Promise<Response> => {
  const url = new URL(request.url);
  return handle(new Request(new URL(url.pathname.replace(/^\/api/, '') + url.search, url), request));
};

export { answer as DELETE, answer as GET, answer as POST };
