const folder = process.env.OUTPUT_FOLDER.trim();

export default { spec: 'spec.yaml', out: folder };
