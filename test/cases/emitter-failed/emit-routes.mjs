export default {
  model: 1,
  kind: 'routes',
  emit({ api }) {
    return api.paths.map(() => ({ path: 'routes.json', text: '' }));
  },
};
