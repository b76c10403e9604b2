export default { model: 1, kind: 'pages', needs: ['clients'], emit: () => [] };
