set -euo pipefail
root="$PWD"
yarn() { node "$root/node_modules/@yarnpkg/cli-dist/bin/yarn.js" "$@"; }
YARN_NPM_REGISTRY_SERVER="$(npm config get registry)"
export YARN_NPM_REGISTRY_SERVER YARN_UNSAFE_HTTP_WHITELIST=* YARN_ENABLE_IMMUTABLE_INSTALLS=false YARN_ENABLE_TELEMETRY=0

cp openapi.yaml workspace/packages/shop-api
cp lacuna.tgz workspace
cd workspace
git init -q
touch yarn.lock .yarnrc.yml
yarn add --dev lacuna@file:./lacuna.tgz typescript@5.9
test -f .pnp.cjs
yarn lacuna init --in packages/shop-api --out packages/shop-api/src --yes
yarn workspace shop-api run api:generate
yarn workspace shop-api run api:check
yarn workspace web run types
yarn workspace web run build
node apps/web/dist/main.mjs
