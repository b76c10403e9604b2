export default { test: { globals: true, setupFiles: ['./setup.ts'] } };
