import path from 'node:path'

const folder = path.resolve(import.meta.dirname, 'releases')

/** The export that a release has made (`keep-release.ts`). */
export const exportOf = (release: string): string => path.join(folder, release)

/** The data folder of the embedded database that a release has left, packed. */
export const dataFolderOf = (release: string): string =>
  path.resolve(import.meta.dirname, 'data-folders', `${release}.tar.xz`)
