export default {
  apis: {
    orders: { spec: 'spec.yaml', out: 'out' },
    users: { spec: 'spec.yaml' },
  },
};
