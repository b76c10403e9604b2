import { join } from 'node:path';

export default defineEmitter({ kind: join('routes') });
