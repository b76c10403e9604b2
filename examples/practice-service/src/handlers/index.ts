import type { Handlers } from '../../generated/sandbox/server/index.js';
import type { Caller } from '../caller.js';
import { analyzeSession } from './analyze-session.js';
import { checkToken } from './check-token.js';
import { createScenario } from './create-scenario.js';
import { createSession } from './create-session.js';
import { deleteMeetingBot } from './delete-meeting-bot.js';
import { deleteScenario } from './delete-scenario.js';
import { getBalance } from './get-balance.js';
import { getScenario } from './get-scenario.js';
import { getSession } from './get-session.js';
import { listFeaturedScenarios } from './list-featured-scenarios.js';
import { listMeetingBots } from './list-meeting-bots.js';
import { listScenarios } from './list-scenarios.js';
import { listSessions } from './list-sessions.js';
import { listSessionsV2 } from './list-sessions-v2.js';
import { listSubscriptions } from './list-subscriptions.js';
import { updateScenario } from './update-scenario.js';

/**
 * All handlers, for `createServer`. Its option `security` takes a function per scheme, which returns the principal of a
 * credential.
 * For an invalid credential (401), it returns `undefined` or throws an `UnauthorizedError`; any other error is a 500.
 */
export const handlers: Handlers<Caller> = {
  listScenarios,
  createScenario,
  getScenario,
  updateScenario,
  deleteScenario,
  listFeaturedScenarios,
  listSessions,
  getSession,
  analyzeSession,
  listSessionsV2,
  createSession,
  listMeetingBots,
  deleteMeetingBot,
  listSubscriptions,
  getBalance,
  checkToken,
};
