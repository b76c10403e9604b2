/** A world: the people, and what belongs to each. Numbers refer to entries, modulo their count. */
export interface World {
  readonly users: number;
  readonly organizations: number;
  readonly members: readonly { readonly organization: number; readonly user: number; readonly isAdmin: boolean }[];
  readonly scenarios: readonly {
    readonly owner: number;
    readonly organization: number | undefined;
    readonly isPublic: boolean;
    readonly isDeleted: boolean;
    readonly sharedWith: readonly number[];
    readonly hour: number;
  }[];
  readonly collections: readonly { readonly owner: number; readonly organization: number | undefined }[];
  readonly sessions: readonly {
    readonly scenario: number;
    readonly user: number;
    readonly organization: number | undefined;
    readonly hour: number;
  }[];
  readonly bots: readonly {
    readonly scenario: number;
    readonly owner: number;
    readonly organization: number | undefined;
    readonly status: number;
    readonly hour: number;
  }[];
  readonly subscriptions: readonly {
    readonly scenario: number;
    readonly collection: number | undefined;
    readonly subscriber: number;
    readonly hour: number;
  }[];
}

/** A request of a user. */
export interface Question {
  readonly path: string;
  readonly query: { readonly [name: string]: string };
  readonly user: number;
  readonly organization: number | undefined;
}

/** The expected response of the service: the status code, and the ids in their order. */
export interface Expected {
  readonly code: number;
  readonly ids: readonly string[] | undefined;
  readonly total: number | undefined;
}

/** The statuses to which `bots` refers. */
export const statuses = ['pending', 'scheduled', 'in_call_recording', 'call_ended', 'failed'] as const;

/** Returns the role in the last entry about a user, as the database stores it. */
export function findRole(world: World, user: number, organization: number): 'admin' | 'member' | undefined {
  const found = world.members.findLast(
    (entry) => entry.user % world.users === user && entry.organization % world.organizations === organization,
  );
  return found && (found.isAdmin ? 'admin' : 'member');
}

const refused = (code: number): Expected => ({ code, ids: undefined, total: undefined });

/** Computes the response to a request only from the world. */
export function askOracle(world: World, question: Question): Expected {
  const { path, query } = question;
  const me = question.user % world.users;
  const org = question.organization;
  const isWhole = query['admin_access'] === 'true';
  if (isWhole && org === undefined) return refused(400);
  const role = org === undefined ? undefined : org < world.organizations ? findRole(world, me, org) : undefined;
  if (org !== undefined && role === undefined) return refused(403);
  if (isWhole && role !== 'admin') return refused(403);
  const isOf = (place: number | undefined): boolean =>
    (place === undefined ? undefined : place % world.organizations) === org;
  const scenarioAt = (at: number) => world.scenarios[at % world.scenarios.length];
  const ownerOf = (at: number): number => (scenarioAt(at)?.owner ?? 0) % world.users;

  const listed = world.scenarios.flatMap((scenario, at) => {
    if (scenario.isDeleted) return [];
    const isMine = scenario.owner % world.users === me || scenario.sharedWith.some((user) => user % world.users === me);
    return (org === undefined ? isMine : isOf(scenario.organization)) ? [{ id: `s${at}`, hour: scenario.hour }] : [];
  });
  if (path === '/scenarios') return turnPage(listed, query);
  const [, wanted = ''] = /^\/scenarios\/(.*)$/.exec(path) ?? [];
  if (wanted) {
    const scenario = world.scenarios[Number(wanted.slice(1))];
    const isPublic = scenario !== undefined && !scenario.isDeleted && scenario.isPublic;
    return isPublic || listed.some(({ id }) => id === wanted)
      ? { code: 200, ids: [wanted], total: undefined }
      : refused(404);
  }

  const inTime = ({ hour }: { readonly hour: number }): boolean => {
    const time = new Date(Date.UTC(2026, 0, 1, hour)).toISOString();
    const { from_date = '', to_date = '9' } = query;
    return (
      time.slice(0, 19) >= from_date.slice(0, 19) &&
      time.slice(0, to_date.length - (to_date.includes('T') ? 1 : 0)) <= to_date.replace('Z', '')
    );
  };
  if (path.includes('sessions')) {
    const [, detail] = /^\/sessions\/(.*)$/.exec(path) ?? [];
    const seesAll = isWhole || (detail !== undefined && role === 'admin');
    const sessions = world.sessions
      .map((session, at) => ({ ...session, id: `x${at}`, scenario: session.scenario % world.scenarios.length }))
      .filter((session) => org === undefined || isOf(session.organization))
      .filter((session) => seesAll || session.user % world.users === me || ownerOf(session.scenario) === me);
    if (detail)
      return sessions.some(({ id }) => id === detail) ? { code: 200, ids: [detail], total: undefined } : refused(404);
    const emails = query['user_email']?.split(',');
    const matching = sessions
      .filter((session) => query['scenario_id'] === undefined || query['scenario_id'] === `s${session.scenario}`)
      .filter((session) => emails === undefined || emails.includes(`u${session.user % world.users}@example.com`))
      .filter(inTime);
    return turnPage(matching, query);
  }
  if (path === '/v2/meeting-bots') {
    const bots = world.bots
      .map((bot, at) => ({ ...bot, id: `b${at}` }))
      .filter((bot) => (org === undefined ? bot.owner % world.users === me : isOf(bot.organization)))
      .filter((bot) => query['status'] === undefined || query['status'] === statuses[bot.status % statuses.length])
      .filter(
        (bot) =>
          query['scenario_id'] === undefined || query['scenario_id'] === `s${bot.scenario % world.scenarios.length}`,
      )
      .filter(inTime);
    return turnPage(bots, query);
  }
  const isMine = (thing: { readonly owner: number; readonly organization: number | undefined } | undefined): boolean =>
    thing !== undefined && thing.owner % world.users === me && (org === undefined || isOf(thing.organization));
  const subscriptions = world.subscriptions
    .map((subscription, at) => ({ ...subscription, id: `p${at}` }))
    .filter(({ scenario, collection }) => {
      const bundle = collection === undefined ? undefined : world.collections[collection % world.collections.length];
      return isMine(scenarioAt(scenario)) || isMine(bundle);
    })
    .filter(
      ({ subscriber }) =>
        query['user_email'] === undefined || query['user_email'] === `u${subscriber % world.users}@example.com`,
    );
  return { code: 200, ids: subscriptions.sort(compareRows).map(({ id }) => id), total: undefined };
}

interface Row {
  readonly id: string;
  readonly hour: number;
}

function compareRows(left: Row, right: Row): number {
  return right.hour - left.hour || (left.id < right.id ? -1 : 1);
}

function turnPage(rows: readonly Row[], query: Question['query']): Expected {
  const limit = Number(query['limit'] ?? 50);
  const begin = (Number(query['page'] ?? 1) - 1) * limit;
  const ids = [...rows].sort(compareRows).map(({ id }) => id);
  return { code: 200, ids: ids.slice(begin, begin + limit), total: ids.length };
}
