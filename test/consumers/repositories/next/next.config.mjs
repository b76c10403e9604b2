/** @type {import('next').NextConfig} */
export default {
  // The output imports as Node does.
  webpack: (config) => ({
    ...config,
    resolve: { ...config.resolve, extensionAlias: { '.js': ['.ts', '.tsx', '.js'] } },
  }),
};
