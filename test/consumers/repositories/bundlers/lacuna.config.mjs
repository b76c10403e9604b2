export default { spec: 'openapi.yaml', out: 'src/api', emit: 'js', only: ['client'], emitters: ['./emit-title.mjs'] };
