export default {
  spec: 'spec.yaml',
  out: 'out',
  only: ['types'],
  emitters: ['./emit-types.mjs', './emit-pages.mjs', './emit-old.mjs', './emit-odd.mjs'],
};
