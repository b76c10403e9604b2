export default {
  apis: {
    shop: {
      spec: 'spec.yaml',
      wireNames: {
        'list-orders-form-name': 'from',
        'list-orders-page-name': 'x-page',
      },
    },
  },
};
