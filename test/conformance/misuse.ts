/**
 * Misuse that must not compile. The type checker fails for each `@ts-expect-error` without an error below it. This code
 * never runs.
 */
import {
  assume,
  checkToken,
  createClient,
  createScenario,
  getBalance,
  getScenario,
  isFailure,
  listMeetingBots,
  listScenarios,
  listSessionsV2,
  rest,
  reveal,
} from '../../generated/client/index.js';
import { createServer, type GetScenarioReply, type Handlers, unimplemented } from '../../generated/server/index.js';
import type { EnrichedSession, Scenario } from '../../generated/types/index.js';

const client = createClient({ baseUrl: 'https://api.invalid', auth: { bearer: () => process.env['API_TOKEN'] } });
declare const scenario: Scenario;
declare const session: EnrichedSession;

export async function misuseClient(): Promise<void> {
  // @ts-expect-error the description has no such security scheme
  createClient({ baseUrl: 'https://api.invalid', auth: { basic: 'x' } });
  // @ts-expect-error no gap has this id
  createClient({ baseUrl: 'https://api.invalid', wireNames: { 'no-such-gap': 'x' } });
  // @ts-expect-error this gap asks for no wire name
  createClient({ baseUrl: 'https://api.invalid', wireNames: { 'token-format': 'x' } });
  const elsewhere = { 'list-sessions-v2-from-date-name': 'from', 'left-over': 'x' };
  // @ts-expect-error no gap has this id, in a variable too
  createClient({ baseUrl: 'https://api.invalid', wireNames: elsewhere });

  // @ts-expect-error the arguments are required
  await getScenario(client);
  // @ts-expect-error the path parameter is required
  await getScenario(client, {});
  // @ts-expect-error the name is the identifier, not the wire name
  await getScenario(client, { scenario_id: 's1' });
  // @ts-expect-error the value must be a string
  await getScenario(client, { scenarioId: 1 });
  // @ts-expect-error there is no such parameter
  await getBalance(client, { page: 1 });
  // @ts-expect-error a meeting bot has no such status
  await listMeetingBots(client, { statusFilter: 'completed' });
  // @ts-expect-error the value must be a number
  await listSessionsV2(client, { pageNumber: '2' });
  // @ts-expect-error there is no such field
  await checkToken(client, { body: { inputs: 'check' } });

  // @ts-expect-error the shape is not shown, so a body needs assume
  await createScenario(client, { body: { name: 'Pitch' } });
  // @ts-expect-error the value belongs to another gap
  await createScenario(client, { body: assume('update-scenario-request', { name: 'Pitch' }) });
  // @ts-expect-error no gap has this id
  assume('no-such-gap', {});
  // @ts-expect-error the kind of this gap cannot be assumed
  assume('token-format', {});
  // @ts-expect-error further parameters are not shown, so they need assume
  await listScenarios(client, { extraQuery: { sort: 'name' } });
  // @ts-expect-error this operation asks for no further parameters
  await getBalance(client, { extraQuery: assume('list-scenarios-parameters', {}) });
  const answer = await createScenario(client, { body: assume('create-scenario-request', {}) });
  // @ts-expect-error the shape is not shown
  answer.id;
  // @ts-expect-error the value belongs to another gap
  reveal('list-scenarios-response', answer, (value): value is string => typeof value === 'string');
  // @ts-expect-error a known field is not among the rest
  rest('scenario-fields', session);
  // @ts-expect-error a typo in a field
  scenario.nmae;

  const outcome = await getScenario.outcome(client, { scenarioId: 's1' });
  // @ts-expect-error not every response has an error
  outcome.body.error;
  if (outcome.status === 'undocumented') {
    // @ts-expect-error the body of an undocumented response is unknown
    outcome.body.error;
    outcome.reason.trim();
  }
  // @ts-expect-error a documented response has no reason
  if (outcome.status === 404) outcome.reason.trim();
  // @ts-expect-error there is no such status
  if (outcome.status === 418) return;
  const error: unknown = undefined;
  if (isFailure(getScenario, error)) {
    // @ts-expect-error a success is not a failure
    if (error.outcome.status === '2XX') return;
  }
  // @ts-expect-error an open status can have other values than the known ones
  const status: 'completed' = session.status;
  void status;
}

interface User {
  readonly id: string;
}

export function misuseServer(): void {
  const security = { bearer: async (token: string): Promise<User> => ({ id: token }) };
  // @ts-expect-error fifteen handlers are missing
  createServer<User>({ getBalance: unimplemented.getBalance }, { security });
  // @ts-expect-error the security scheme has no function
  createServer<User>(unimplemented, { security: {} });
  // @ts-expect-error no operation has this name
  createServer<User>({ ...unimplemented, getScenarios: unimplemented.getScenario }, { security });
  // @ts-expect-error no gap has this id
  createServer<User>(unimplemented, { security, wireNames: { 'no-such-gap': 'x' } });

  // @ts-expect-error the status is not declared
  const undeclared: GetScenarioReply = { status: 418, body: { error: '', details: {} } };
  // @ts-expect-error a field is missing
  const missing: GetScenarioReply = { status: 404, body: { error: '' } };
  // @ts-expect-error there is a field too many
  const excess: GetScenarioReply = { status: 404, body: { error: '', details: {}, code: 1 } };
  // @ts-expect-error the body of a success has another shape
  const wrong: GetScenarioReply = { status: '2XX', body: { error: '', details: {} } };
  void [undeclared, missing, excess, wrong];

  const getBalance: Handlers<User>['getBalance'] = async (_args, { principal }) => {
    // @ts-expect-error the principal is typed
    principal.name;
    return { status: 404, body: { error: '', details: {} } };
  };
  // @ts-expect-error the range is declared, but not 200
  const exact: Handlers<User>['getBalance'] = async () => ({ status: 200, body: { balance: 1, currency: 'EUR' } });
  // @ts-expect-error the shape is not shown
  const shown: Handlers<User>['listScenarios'] = async () => ({ status: '2XX', body: [] });
  void [getBalance, exact, shown];
}
