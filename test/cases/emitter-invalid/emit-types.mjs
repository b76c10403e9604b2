export default { model: 1, kind: 'types', emit: () => [] };
