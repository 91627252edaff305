/** The gateway: emits the forum's events to open sockets (docs/live.md). It never sees the database. */
export { RedisBus } from './bus/redis-bus'
export type { ConnectionLimits } from './connection/connection-limits'
export { serveUpgrades } from './connection/upgrades'
export { createGateway, type Gateway, type GatewayDeps } from './gateway'
export { countSite, createLocalPresence, type PresenceStore } from './presence/presence-store'
export { createRedisPresence } from './presence/redis-presence'
export { gatesOverHttp, identifyOverHttp, mayTypeOverHttp } from './sessions/identify'
