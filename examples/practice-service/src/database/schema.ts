import type { Kysely } from 'kysely';
import type { MeetingBotStatus } from '../../generated/sandbox/types/index.js';

/** The tables. Times are milliseconds since 1970, booleans are 0 or 1, amounts are in minor units, and JSON is text. */
export interface Tables {
  readonly users: { id: string; email: string };
  readonly organizations: { id: string; name: string };
  readonly memberships: { organization_id: string; user_id: string; role: 'admin' | 'member' };
  readonly wallets: { id: string; balance_minor: number; currency: string };
  readonly tokens: {
    id: string;
    user_id: string;
    wallet_id: string;
    /** The SHA-256 of the token in hexadecimal digits. The token itself is stored nowhere. */
    digest: string;
    label: string;
    created_at: number;
    revoked_at: number | null;
  };
  readonly scenarios: {
    id: string;
    owner_id: string;
    organization_id: string | null;
    name: string;
    description: string;
    ai_instructions: string;
    is_public: number;
    is_recording: number;
    is_featured: number;
    created_at: number;
    deleted_at: number | null;
  };
  readonly scenario_access: { scenario_id: string; user_id: string };
  readonly collections: { id: string; owner_id: string; organization_id: string | null; name: string };
  readonly sessions: {
    id: string;
    scenario_id: string;
    /** The owner of the scenario, so that an index finds the sessions of an owner in the order of their time. */
    scenario_owner_id: string;
    organization_id: string | null;
    user_id: string;
    user_email: string;
    duration_seconds: number;
    status: string;
    score: number;
    note: string;
    feedback: string;
    topics: string;
    transcript: string;
    created_at: number;
  };
  readonly meeting_bots: {
    id: string;
    scenario_id: string;
    owner_id: string;
    organization_id: string | null;
    meeting_url: string;
    status: MeetingBotStatus;
    created_at: number;
  };
  readonly subscriptions: {
    id: string;
    scenario_id: string;
    /** The subscribed collection. Absent if the subscription is only to the scenario. */
    collection_id: string | null;
    user_email: string;
    plan: string;
    amount_minor: number;
    currency: string;
    status: string;
    current_period_end: number;
    created_at: number;
  };
  readonly rate_windows: { digest: string; window_start: number; requests: number };
  readonly web_sessions: { digest: string; token_id: string; csrf: string; expires_at: number };
}

/** The database, SQLite or PostgreSQL. */
export type Database = Kysely<Tables>;
