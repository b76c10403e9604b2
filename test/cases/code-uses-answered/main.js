import { createClient, isKnownStatus } from './out/types/index.js';

export const client = createClient({ wireNames: { 'page-name': 'page' } });
export const isKnown = isKnownStatus('open');
