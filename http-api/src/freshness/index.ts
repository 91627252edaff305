export { Freshness } from './freshness'
export { ONLY_WRITER_KEPT_MS, type WriterCache } from './writer-cache'
