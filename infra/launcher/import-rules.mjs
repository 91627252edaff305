/**
 * Which modules may import which (docs/architecture.md). `infra/launcher/imports.mjs` checks them; type imports count.
 * `tests/src/architecture` plants one violation of each.
 *
 * A rule forbids modules that match `from` (and not `fromExcept`) to import what matches `to` (and not `toExcept`).
 * Modules are named by their path from the root of the repository, packages `node_modules/NAME`, and Node's own
 * `node:NAME`. `to` and `toExcept` may be functions of what the groups of `from` matched.
 */

const TESTS = /\.test\.tsx?$/
/** The floors of the page below its areas, the lowest first; `app` is above the areas. */
const PAGE_FLOORS = ['lib', 'ui', 'store', 'resource', 'state']
/** A folder of `web/src` that is an area. */
const PAGE_AREA = `(?!(?:${PAGE_FLOORS.join('|')}|app|testing)/)[^/]+`

/** True if a module of the page runs in tests alone. */
export const isTest = (module) => TESTS.test(module) || module.startsWith('web/src/testing/')

/** Returns the area of a module, or the copy in `state` to which it belongs; undefined for floors, tests and compositions. */
export function areaOf(module) {
  if (TESTS.test(module)) return undefined
  return AREA_OF.exec(module)?.[0]
}
const AREA_OF = new RegExp(`^(http-api/src/[^/]+|web/src/state/[^/]+|web/src/(?!state/)${PAGE_AREA})(?=/)`)

/** Returns the folder that owns the slices in a module of the page; undefined below `state` and in tests. */
export function ownerOf(module) {
  if (!areaOf(module)?.startsWith('web/')) return undefined
  return module.replace(/^(web\/src\/state\/[^/]+)\/.*|\/[^/]*$/, '$1')
}

/** Rules that `imports.mjs` checks on the graph of all modules together. */
export const MODULE_RULES = [
  {
    name: 'areas-form-no-circle',
    why: 'An area can be read and changed with those below it alone; a deferred import hides a circle, it does not end it.',
  },
  {
    name: 'slices-are-written-by-their-owner',
    why: 'Others call functions named for the change, so that one folder shows all that can happen to a slice.',
  },
]

export const IMPORT_RULES = [
  {
    name: 'shared-depends-on-zod-alone',
    why: 'The contract runs anywhere.',
    from: /^shared\/src\//,
    fromExcept: TESTS,
    to: /./,
    toExcept: /^(shared\/src\/|node_modules\/zod$)/,
  },
  {
    name: 'shared-knows-no-workspace',
    why: 'Everything depends on the contract, so the contract depends on nothing of ours.',
    from: /^shared\//,
    to: /^(http-api|realtime-server|web|infra|tests)\//,
  },
  {
    name: 'servers-know-shared-alone',
    why: 'The API and the gateway talk over the network, so that each can be deployed alone.',
    from: /^(http-api|realtime-server)\//,
    to: ([workspace]) => new RegExp(`^(?!${workspace}/|shared/)(http-api|realtime-server|web|infra|tests)/`),
  },
  {
    name: 'gateway-has-no-database',
    why: 'The gateway relays; the truth is behind the API.',
    from: /^realtime-server\//,
    to: /^node_modules\/(mongoose|mongodb|koa|@koa\/.*)$/,
  },
  {
    name: 'page-knows-shared-alone',
    why: 'The page reaches the servers over the contract.',
    from: /^web\//,
    to: /^(http-api|realtime-server|infra|tests)\//,
  },
  {
    name: 'others-use-public-entry-points',
    why: 'What a workspace does not export may change without a word.',
    from: /^(infra|tests)\//,
    to: /^(http-api|realtime-server|web)\//,
    toExcept:
      /^((http-api|realtime-server)\/src\/(index|(platform\/)?limits)|web\/src\/(lib\/limits|app\/(whole|page-without-screen)))\.ts$/,
  },
  {
    name: 'services-know-no-koa',
    why: 'Only routes and the platform know requests; everything else of a feature runs without one.',
    from: /^http-api\/src\/(?!platform\/)[^/]+\/.*(?<!\.routes|\.test|\/area)\.ts$/,
    to: /^node_modules\/(koa|koa-.*|@koa\/.*)$/,
  },
  {
    name: 'routes-know-no-model',
    why: 'Routes call services and queries; these know how things are stored.',
    from: /^http-api\/src\/.*\.routes\.ts$/,
    to: /\.model\.ts$/,
  },
  {
    name: 'platform-knows-no-area',
    why: 'Areas import the platform, never the reverse.',
    from: /^http-api\/src\/platform\//,
    to: /^http-api\/src\/(?!platform\/)/,
    toExcept: /^http-api\/src\/config\.ts$/,
  },
  {
    name: 'areas-meet-at-their-index',
    why: 'An area may change everything that its index does not export.',
    from: /^http-api\/src\/(?!platform\/)([^/]+)\//,
    to: ([feature]) => new RegExp(`^http-api/src/(?!${feature}/|platform/)[^/]+/`),
    toExcept: /^http-api\/src\/[^/]+\/index\.ts$/,
  },
  {
    name: 'areas-know-no-composition',
    why: 'A part is handed what it needs; it never reaches for the whole.',
    from: /^http-api\/src\/[^/]+\//,
    fromExcept: TESTS,
    to: /^http-api\/src\/(app|areas|index|main|serve)\.ts$/,
  },
  {
    name: 'api-knows-no-tests',
    why: 'What only tests run is no part of the product.',
    from: /^http-api\/src\//,
    to: /^http-api\/tests\//,
  },
  {
    name: 'one-publisher',
    why: 'Events leave through the publisher alone, which knows the audience of each.',
    from: /^http-api\/src\/(?!platform\/(work\/publisher|ground))[^/]+\//,
    fromExcept: TESTS,
    to: /^shared\/src\/bus\.ts$/,
  },
  {
    name: 'server-knows-no-commands',
    why: 'A running forum would load the packages of imports and backups, which no request needs.',
    from: /^infra\/src\/(?!(import-discuz|backup)\/|(admin|index)\.ts$)/,
    fromExcept: TESTS,
    to: /^infra\/src\/(import-discuz|backup)\//,
  },
  {
    name: 'components-know-no-server',
    why: 'Components reach the server through slices and resources alone.',
    from: /^web\/src\/(?!lib\/|testing\/).*\.tsx$/,
    fromExcept: TESTS,
    to: /^(web\/src\/lib\/(api|socket|upload)(\.tsx?$|\/)|node_modules\/socket\.io-client$)/,
  },
  {
    name: 'only-lib-talks-to-the-gateway',
    why: 'One connection a page, held in one place.',
    from: /^web\/src\/(?!lib\/)/,
    to: /^node_modules\/socket\.io-client$/,
  },
  {
    name: 'page-areas-meet-at-their-index',
    why: 'An area may change everything that its index does not export.',
    from: new RegExp(`^web/src/(${PAGE_AREA}|app)/`),
    fromExcept: /^web\/src\/app\/(whole|page-without-screen|[\w-]+\.test)\.tsx?$/,
    to: ([area]) => new RegExp(`^web/src/(?!${area}/)${PAGE_AREA}/`),
    toExcept: /^web\/src\/[^/]+\/index\.ts$/,
  },
  {
    name: 'page-copies-meet-at-their-index',
    why: 'A copy is changed by the functions that its index exports.',
    from: /^web\/src\/(?!app\/|testing\/)(\w+(?:(?<=state)\/[^/]+)?)\//,
    to: ([folder]) => new RegExp(`^web/src/(?!${folder}/)state/[^/]+/`),
    toExcept: /^web\/src\/state\/[^/]+\/index\.ts$/,
  },
  {
    name: 'page-floors-point-down',
    why: 'A floor knows those below it alone; code for tests is no floor.',
    from: new RegExp(`^web/src/(${PAGE_FLOORS.join('|')})/`),
    fromExcept: TESTS,
    to: ([floor]) => {
      const below = PAGE_FLOORS.slice(0, PAGE_FLOORS.indexOf(floor) + 1)
      return new RegExp(`^web/src/(?!(${below.join('|')})/)`)
    },
  },
  {
    name: 'page-areas-know-no-composition',
    why: 'An area states its parts; the app puts them together.',
    from: new RegExp(`^web/src/${PAGE_AREA}/`),
    fromExcept: TESTS,
    to: /^web\/src\/(app\/|testing\/|main\.ts$)/,
  },
  {
    name: 'page-knows-no-tests',
    why: 'What only tests run is no part of the product.',
    from: /^web\/src\/(app\/|main\.ts$)/,
    fromExcept: TESTS,
    to: /^web\/src\/testing\//,
  },
  {
    name: 'page-floors-meet-at-their-index',
    why: 'The store and the lists may change everything that their index does not export.',
    from: /^web\/src\/(\w+)\//,
    to: ([floor]) => new RegExp(`^web/src/(?!${floor}/)(store|resource)/`),
    toExcept: /^web\/src\/\w+\/index\.ts$/,
  },
]
