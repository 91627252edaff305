export type { Sessions } from './sessions.service'
