export type { Sessions } from './sessions'
