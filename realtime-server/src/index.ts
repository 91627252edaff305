/** The gateway (contract §4): carries the news of the forum to open sockets. It never sees the database. */
export { createGateway, type Gateway, type GatewayDeps } from './gateway'
export { identifyOverHttp, type Identify } from './identify'
export { PACE, type Pace } from './pace'
export {
  createLocalPresence,
  PRESENCE_EXPIRY_MS,
  SITE,
  threadPlace,
  type Headcount,
  type PresenceStore,
  type Visitor,
} from './presence-store'
export { createRedisBus, type RedisBus } from './redis-bus'
export { createRedisPresence, type RedisPresence } from './redis-presence'
export { createRedisSubscriber, type RedisSubscriber } from './redis-subscriber'
