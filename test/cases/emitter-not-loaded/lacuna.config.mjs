export default {
  spec: 'spec.yaml',
  out: 'out',
  only: ['types'],
  emitters: ['./emit-routes.mjs', './emit-nothing.mjs'],
};
