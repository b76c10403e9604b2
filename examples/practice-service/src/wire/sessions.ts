import type { Selectable } from 'kysely';
import type {
  EnrichedSession,
  ReportCardTopic,
  SessionDetail,
  SessionSummary,
  TranscriptTurn,
} from '../../generated/sandbox/types/index.js';
import type { Tables } from '../database/schema.js';

type SessionRow = Selectable<Tables['sessions']>;

/** Returns a session without transcript and evaluation. */
export function toSessionSummary(row: SessionRow): SessionSummary {
  return {
    id: row.id,
    scenario_id: row.scenario_id,
    user_email: row.user_email,
    duration_seconds: row.duration_seconds,
    status: row.status,
    created_at: new Date(row.created_at).toISOString(),
  };
}

/** Returns a session in its detail form. */
export function toSessionDetail(row: SessionRow): SessionDetail {
  return {
    ...toSessionSummary(row),
    transcript: parseTranscript(row.transcript),
    evaluation: { overall_score: row.score, feedback: row.feedback },
  };
}

/** Returns a session in its enriched form. `analyticsUrl` is the URL of its page in the service. */
export function toEnrichedSession(
  row: SessionRow & { readonly scenario_name: string },
  analyticsUrl: string,
): EnrichedSession {
  const topics = parseTopics(row.topics);
  return {
    ...toSessionSummary(row),
    scenario_name: row.scenario_name,
    duration_minutes: Math.round((row.duration_seconds / 60) * 100) / 100,
    evaluation_score: row.score,
    evaluation_note: row.note,
    report_card: { topics },
    report_card_topics: topics.map(({ name }) => name).join(';'),
    analytics_url: analyticsUrl,
  };
}

// Only this service writes these columns, so the text is always valid.
function parseTranscript(text: string): TranscriptTurn[] {
  const turns: TranscriptTurn[] = JSON.parse(text);
  return turns;
}

function parseTopics(text: string): ReportCardTopic[] {
  const topics: ReportCardTopic[] = JSON.parse(text);
  return topics;
}
