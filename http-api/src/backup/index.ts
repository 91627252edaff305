export { BackupLoader } from './backup-loader'
export { BackupReader, type BackupBatch } from './backup-reader'
export { RestoredForum } from './restored-forum.service'
