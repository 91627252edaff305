export { EmbeddedMongodbError, type EmbeddedMongodbErrorCode } from './errors'
export { bundleFront } from './bundle-front'
export { freeBytes } from './front/disk'
export { startEmbeddedMongodb, type EmbeddedMongodb, type EmbeddedMongodbOptions, type Log } from './starter'
