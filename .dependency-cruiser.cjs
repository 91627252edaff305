/**
 * Who may import whom (docs/architecture.md). `npm run check` runs it; tests/src/architecture proves on planted
 * violations that it would find them.
 */
module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      comment: 'Values in a circle load in an order nobody chose; types may know each other.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'shared-is-pure',
      comment: 'The contract runs anywhere: it depends on zod alone.',
      severity: 'error',
      from: { path: '^shared/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^(shared/src|node_modules/zod/)' },
    },
    {
      name: 'servers-know-shared-alone',
      severity: 'error',
      from: { path: '^(http-api|realtime-server)/src/' },
      to: { path: '^(http-api|realtime-server|web|infra|tests)/', pathNot: '^$1/src/' },
    },
    {
      name: 'gateway-has-no-database',
      severity: 'error',
      from: { path: '^realtime-server/src' },
      to: { path: 'node_modules/(mongoose|mongodb|koa)/' },
    },
    {
      name: 'page-knows-shared-alone',
      severity: 'error',
      from: { path: '^web/src' },
      to: { path: '^(http-api|realtime-server|infra|tests)/' },
    },
    {
      name: 'others-use-public-entry-points',
      severity: 'error',
      from: { path: '^(infra|tests)/' },
      to: {
        path: '^(http-api|realtime-server)/src/',
        pathNot: '^(http-api/src/(index|config)|realtime-server/src/index)\\.ts$',
      },
    },
    {
      name: 'services-know-no-koa',
      severity: 'error',
      from: { path: '^http-api/src/.*\\.(service|queries|presenter|model)\\.ts$' },
      to: { path: 'node_modules/(koa|@koa)/' },
    },
    {
      name: 'routes-know-no-model',
      severity: 'error',
      from: { path: '^http-api/src/.*\\.routes\\.ts$' },
      to: { path: '\\.model\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'one-publisher',
      comment: 'Features publish through the publisher, which alone sends on the bus.',
      severity: 'error',
      from: {
        path: '^http-api/src',
        pathNot: '^http-api/src/(platform/publisher(\\.test)?\\.ts|app\\.ts)',
      },
      to: { path: '^shared/src/bus\\.ts' },
    },
    {
      name: 'only-lib-talks-to-the-server',
      severity: 'error',
      from: { path: '^web/src', pathNot: '^web/src/lib/' },
      to: { path: 'node_modules/socket\\.io-client/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(\\.build|dist|data)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css'],
    },
  },
}
