export { AvatarFiles } from './avatar-files'
export type { FileStore } from './file-store'
export { fileRoutes } from './files.routes'
export { openFileStore } from './open-file-store'
