import type { ReportCardTopic, TranscriptTurn } from '../generated/sandbox/types/index.js';

/** An evaluation of a session. */
export interface SessionEvaluation {
  readonly score: number;
  readonly note: string;
  readonly feedback: string;
  readonly topics: ReportCardTopic[];
}

/** Evaluates a transcript. The sandbox has no AI: it rewards turns of the user, questions and long answers. */
export function describeSession(transcript: readonly TranscriptTurn[]): SessionEvaluation {
  const own = transcript.filter(({ role }) => role === 'user').map(({ content }) => content);
  const words = own.join(' ').split(/\s+/).filter(Boolean).length;
  const questions = own.filter((content) => content.includes('?')).length;
  const topics = [
    { name: 'Participation', score: Math.min(100, own.length * 20), note: `${own.length} turns of the user` },
    { name: 'Questions', score: Math.min(100, questions * 50), note: `${questions} questions of the user` },
    { name: 'Detail', score: Math.min(100, words), note: `${words} words of the user` },
  ];
  const score = Math.round((topics.reduce((sum, topic) => sum + topic.score, 0) / topics.length) * 10) / 10;
  const weakest = topics.reduce((least, topic) => (topic.score < least.score ? topic : least));
  return {
    score,
    note: `Weakest topic: ${weakest.name}`,
    feedback: `Work on ${weakest.name.toLowerCase()} next.`,
    topics,
  };
}
