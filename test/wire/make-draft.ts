import type { Draft } from '../../src/runtime/write/draft.js';

/** The draft of a request without parameters. */
export function makeDraft(): Draft {
  return {
    client: { baseUrl: 'https://api.invalid' },
    operation: 'test',
    headers: {},
    query: '',
    init: { method: 'GET', headers: {}, signal: new AbortController().signal },
  };
}
