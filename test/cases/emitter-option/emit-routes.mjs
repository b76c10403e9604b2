export default {
  model: 1,
  kind: 'routes',
  options: { prefix: { type: 'text', default: '/' } },
  emit: () => [],
};
