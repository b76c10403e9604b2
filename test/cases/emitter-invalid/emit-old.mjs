export default { model: 9, kind: 'old', emit: () => [] };
