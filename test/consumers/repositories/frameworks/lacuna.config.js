const query = (library) => ({
  spec: 'openapi.yaml',
  only: ['types', 'client'],
  emitters: [['lacuna/tanstack-query', { library }]],
});

export default {
  apis: {
    vue: { ...query('@tanstack/vue-query'), out: 'vue/api' },
    svelte: { ...query('@tanstack/svelte-query'), out: 'svelte/api' },
    solid: { ...query('@tanstack/solid-query'), out: 'solid/api' },
  },
};
