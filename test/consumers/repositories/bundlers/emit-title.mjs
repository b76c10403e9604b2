export default {
  model: 1,
  kind: 'title',
  emit: ({ api }) => [{ path: 'title.ts', text: `export const title: string = ${JSON.stringify(api.info.title)};\n` }],
};
