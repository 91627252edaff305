import { createHash } from 'node:crypto'
import { access, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** Returns the hash of the built page, by which an open page recognises that it is outdated. */
export async function readBuildId(built: string | undefined): Promise<string> {
  const page = await builtFile(built, 'web/index.html')
  if (page === undefined) return 'development'
  return createHash('sha256')
    .update(await readFile(page))
    .digest('hex')
    .slice(0, 12)
}

const ICON_FILE = /^(favicon(-unread)?\.svg|icons\/[\w-]+\.png)$/

/** Returns the page without any content, and its icons by path. */
export async function readShell(
  folder: string,
): Promise<{ shell: string; icons: Record<string, Uint8Array> }> {
  const names = (await readdir(folder, { recursive: true })).map((name) => name.replaceAll(path.sep, '/'))
  const icons = names
    .filter((name) => ICON_FILE.test(name))
    .map(async (name) => [`/${name}`, await readFile(path.join(folder, name))] as const)
  return {
    shell: await readFile(path.join(folder, 'index.html'), 'utf8'),
    icons: Object.fromEntries(await Promise.all(icons)),
  }
}

/** Returns the path of a built file; undefined if it was not built. */
export async function builtFile(built: string | undefined, name: string): Promise<string | undefined> {
  if (built === undefined) return undefined
  const file = path.join(built, name)
  return access(file).then(
    () => file,
    () => undefined,
  )
}
