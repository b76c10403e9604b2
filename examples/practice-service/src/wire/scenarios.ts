import type { Selectable } from 'kysely';
import type { Scenario } from '../../generated/sandbox/types/index.js';
import type { Tables } from '../database/schema.js';

/** Returns a scenario in the form of the API. */
export function toScenario(row: Selectable<Tables['scenarios']>): Scenario {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    ai_instructions: row.ai_instructions,
    is_public: row.is_public === 1,
    is_recording: row.is_recording === 1,
    created_at: new Date(row.created_at).toISOString(),
  };
}
