import { createServer, type RequestListener } from 'node:http';
import createFastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { findCaller } from '../../src/authenticate.js';
import type { Caller } from '../../src/caller.js';
import type { Database } from '../../src/database/schema.js';
import { toLowerBound, toUpperBound } from '../../src/date-bounds.js';
import { createRequestWatch } from '../../src/http/watch-requests.js';
import { findListMistake } from '../../src/list-page.js';
import { type Refusal, refuse } from '../../src/refuse.js';
import { findScenario } from '../../src/scenarios.js';
import { isRefusal, resolveScope } from '../../src/scope.js';
import { listVisibleSessions, readSessions, type SessionQuery } from '../../src/sessions.js';
import { toScenario } from '../../src/wire/scenarios.js';
import { toEnrichedSession } from '../../src/wire/sessions.js';

interface SessionsQuery {
  readonly scenario_id?: string;
  readonly user_email?: string;
  readonly from_date?: string;
  readonly to_date?: string;
  readonly admin_access: boolean;
  readonly page: number;
  readonly limit: number;
}

const text = { type: 'string' };
const integer = { type: 'integer' };
const number = { type: 'number' };
const object = (properties: Readonly<Record<string, object>>, required = Object.keys(properties)): object => ({
  type: 'object',
  required,
  properties,
});
const date = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}:\\d{2}Z)?$' };
const schemas = {
  headers: object({ 'x-organization-id': text }, []),
  scenario: object({
    id: text,
    name: text,
    description: text,
    ai_instructions: text,
    is_public: { type: 'boolean' },
    is_recording: { type: 'boolean' },
    created_at: text,
  }),
  querystring: object(
    {
      scenario_id: text,
      user_email: text,
      from_date: date,
      to_date: date,
      admin_access: { type: 'boolean', default: false },
      page: { type: 'integer', minimum: 1, default: 1 },
      limit: { type: 'integer', maximum: 500, default: 50 },
    },
    [],
  ),
  sessions: object({
    sessions: {
      type: 'array',
      items: object({
        id: text,
        scenario_id: text,
        scenario_name: text,
        user_email: text,
        duration_seconds: integer,
        duration_minutes: number,
        status: text,
        evaluation_score: number,
        evaluation_note: text,
        report_card: object({ topics: { type: 'array', items: object({ name: text, score: number, note: text }) } }),
        report_card_topics: text,
        analytics_url: text,
        created_at: text,
      }),
    },
    total: integer,
    page: integer,
    limit: integer,
  }),
};

/**
 * Starts a server with two operations of the service as one would write them with Fastify: the same authentication,
 * checks and queries, the same ids, log and counters of requests, and JSON Schemas that check requests and serialize
 * responses.
 */
export async function startBaseline(database: Database): Promise<{ readonly url: string }> {
  const watch = createRequestWatch(() => undefined);
  const app = createFastify({
    serverFactory: (answer: RequestListener) =>
      createServer((incoming, outgoing) => watch.run(incoming, outgoing, () => answer(incoming, outgoing))),
  });
  const callers = new WeakMap<FastifyRequest, Caller>();
  app.addHook('onRequest', async (request, reply) => {
    const token = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    const holder = token === undefined ? undefined : await findCaller(database, token);
    if (!holder) return sendRefusal(reply, refuse(401, 'the token is not valid'));
    callers.set(request, { ...holder, database, publicUrl: 'http://localhost' });
  });
  const getCaller = (request: FastifyRequest): Caller => {
    const caller = callers.get(request);
    if (!caller) throw new Error('the hook found no caller');
    return caller;
  };
  addScenario(app, getCaller);
  addSessions(app, getCaller);
  return { url: await app.listen({ port: 0, host: '127.0.0.1' }) };
}

type GetCaller = (request: FastifyRequest) => Caller;

function addScenario(app: FastifyInstance, getCaller: GetCaller): void {
  app.get<{ Params: { id: string } }>(
    '/scenarios/:id',
    { schema: { headers: schemas.headers, params: object({ id: text }), response: { 200: schemas.scenario } } },
    async (request, reply) => {
      const caller = getCaller(request);
      const scope = await resolveScope(caller, readOrganization(request));
      if (isRefusal(scope)) return sendRefusal(reply, scope);
      const scenario = await findScenario(caller, scope, request.params.id);
      return scenario ? toScenario(scenario) : sendRefusal(reply, refuse(404, 'there is no such scenario'));
    },
  );
}

function addSessions(app: FastifyInstance, getCaller: GetCaller): void {
  const { headers, querystring, sessions: listed } = schemas;
  app.get<{ Querystring: SessionsQuery }>(
    '/v2/sessions',
    { schema: { headers, querystring, response: { 200: listed } } },
    async (request, reply) => {
      const caller = getCaller(request);
      const { from_date: fromDate, to_date: toDate, admin_access: isWhole, page, limit } = request.query;
      const pages = { pageNumber: page, itemsPerPage: limit };
      const organization = readOrganization(request);
      const mistake =
        isWhole && organization === undefined
          ? 'admin access needs the header X-Organization-ID'
          : findListMistake({ ...pages, fromDate, toDate });
      if (mistake) return sendRefusal(reply, refuse(400, mistake));
      const scope = await resolveScope(caller, organization);
      if (isRefusal(scope)) return sendRefusal(reply, scope);
      if (isWhole && !scope.isAdmin) return sendRefusal(reply, refuse(403, 'only an administrator may list all'));
      const queries = listVisibleSessions(caller, scope, isWhole).map((all) => filterSessions(all, request.query));
      const { rows, fields } = await readSessions(caller.database, queries, pages);
      return {
        sessions: rows.map((row) => toEnrichedSession(row, `${caller.publicUrl}/#session=${row.id}`)),
        ...fields,
      };
    },
  );
}

function filterSessions(all: SessionQuery, query: SessionsQuery): SessionQuery {
  const { scenario_id, user_email, from_date, to_date } = query;
  let some = all;
  if (scenario_id !== undefined) some = some.where('scenario_id', '=', scenario_id);
  if (user_email !== undefined)
    some = some.where(
      'user_email',
      'in',
      user_email.split(',').map((each) => each.trim()),
    );
  if (from_date !== undefined) some = some.where('created_at', '>=', toLowerBound(from_date));
  return to_date === undefined ? some : some.where('created_at', '<', toUpperBound(to_date));
}

function readOrganization({ headers }: FastifyRequest): string | undefined {
  const id = headers['x-organization-id'];
  return typeof id === 'string' ? id : undefined;
}

function sendRefusal(reply: FastifyReply, { status, body }: Refusal<number>): FastifyReply {
  return reply.code(status).send(body);
}
