import lacuna from 'lacuna/vite';
import { defineConfig } from 'vite';

export default defineConfig({ plugins: [lacuna()] });
