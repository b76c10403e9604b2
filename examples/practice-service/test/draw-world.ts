import fc from 'fast-check';
import type { Question, World } from './ask-oracle.js';

const index = fc.nat({ max: 30 });
const place = fc.option(index, { nil: undefined, freq: 2 });
/** Hours after the beginning of 2026. Equal times are frequent, so that their order is tested. */
const hour = fc.nat({ max: 72 });

/** Draws users, organizations and their data. A number refers to an entry, modulo the count of entries. */
export const drawWorld: fc.Arbitrary<World> = fc.record({
  users: fc.integer({ min: 2, max: 4 }),
  organizations: fc.integer({ min: 1, max: 2 }),
  members: fc.array(fc.record({ organization: index, user: index, isAdmin: fc.boolean() }), { maxLength: 6 }),
  scenarios: fc.array(
    fc.record({
      owner: index,
      organization: place,
      isPublic: fc.boolean(),
      isDeleted: fc.boolean().map((flag) => flag),
      sharedWith: fc.array(index, { maxLength: 2 }),
      hour,
    }),
    { minLength: 1, maxLength: 6 },
  ),
  collections: fc.array(fc.record({ owner: index, organization: place }), { minLength: 1, maxLength: 3 }),
  sessions: fc.array(fc.record({ scenario: index, user: index, organization: place, hour }), { maxLength: 25 }),
  bots: fc.array(fc.record({ scenario: index, owner: index, organization: place, status: index, hour }), {
    maxLength: 12,
  }),
  subscriptions: fc.array(fc.record({ scenario: index, collection: place, subscriber: index, hour }), { maxLength: 8 }),
});

const date = fc.nat({ max: 3 }).map((day) => `2026-01-0${day + 1}`);
const bound = fc.oneof(
  date,
  fc.tuple(date, fc.nat({ max: 23 })).map(([day, at]) => `${day}T${String(at).padStart(2, '0')}:00:00Z`),
);
const optional = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(value, { nil: undefined, freq: 2 });
const pages = {
  page: optional(fc.integer({ min: 1, max: 4 }).map(String)),
  limit: optional(fc.integer({ min: 1, max: 6 }).map(String)),
};
const scenario_id = optional(fc.nat({ max: 5 }).map((at) => `s${at}`));
const email = fc.nat({ max: 3 }).map((at) => `u${at}@example.com`);
const dates = { from_date: optional(bound), to_date: optional(bound) };

const withoutQuery = (path: fc.Arbitrary<string>) => fc.record({ path, query: fc.constant({}) });
const request = fc.oneof(
  withoutQuery(fc.nat({ max: 6 }).map((at) => `/scenarios/s${at}`)),
  withoutQuery(fc.nat({ max: 25 }).map((at) => `/sessions/x${at}`)),
  fc.record({ path: fc.constant('/scenarios'), query: fc.record(pages) }),
  fc.record({ path: fc.constant('/sessions'), query: fc.record(pages) }),
  fc.record({
    path: fc.constant('/v2/sessions'),
    query: fc.record({
      ...pages,
      ...dates,
      scenario_id,
      user_email: optional(fc.array(email, { minLength: 1, maxLength: 2 }).map((all) => all.join(','))),
      admin_access: optional(fc.boolean().map(String)),
    }),
  }),
  fc.record({
    path: fc.constant('/v2/meeting-bots'),
    query: fc.record({
      ...pages,
      ...dates,
      scenario_id,
      status: optional(fc.constantFrom('pending', 'scheduled', 'failed')),
    }),
  }),
  fc.record({ path: fc.constant('/subscriptions'), query: fc.record({ user_email: optional(email) }) }),
);

/** Draws a request of a user. */
export const drawQuestion: fc.Arbitrary<Question> = fc
  .tuple(request, index, optional(fc.nat({ max: 1 })))
  .map(([{ path, query }, user, organization]) => {
    const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return { path, query: Object.fromEntries(given), user, organization };
  });
