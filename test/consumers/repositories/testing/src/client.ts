import { createClient } from './api/client/index.js';

export const client = createClient({ baseUrl: 'https://api.example.com', auth: { bearer: 'secret' } });
