export { ConfigError, readConfig, type Config } from './config'
export { startForum, type ForumOptions } from './forum'
export { connectRedis } from './redis'
export { DEMO_PASSWORD, seed } from './seed'
