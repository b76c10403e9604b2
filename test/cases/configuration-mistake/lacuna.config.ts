import type { Configuration } from 'lacuna';

export default {
  apis: {
    orders: { spec: 'spec.yaml', only: ['types', 'clients'] },
  },
} as unknown as Configuration;
