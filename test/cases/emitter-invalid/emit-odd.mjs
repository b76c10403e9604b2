export default { model: 1, kind: '../odd', emit: () => [] };
