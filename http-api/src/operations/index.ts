export { createOperations, type OperationsDeps } from './area'
export { BackupLoader } from './backup/backup-loader'
export { type BackupBatch, BackupReader } from './backup/backup-reader'
export { lastBackup, readBacklog, recordBackup } from './health/backlog'
export { Probe } from './health/probe'
export type { HostFacts as Surroundings } from './health/site-health'
export type {
  ImportLoader,
  PastBoard,
  PastBookmark,
  PastGroup,
  PastMember,
} from './imports/import-loader.service'
