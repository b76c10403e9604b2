export default {
  model: 1,
  kind: 'routes',
  emit({ api, report }) {
    for (const { path, summary, origin } of api.operations) {
      if (summary === undefined) report('warning', `${path.template} has no summary`, origin);
      if (path.template.includes('{')) report('error', `${path.template} has a parameter`, origin);
    }
    return [];
  },
};
