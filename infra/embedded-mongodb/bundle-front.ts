import { createHash, randomUUID } from 'node:crypto'
import { access, mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Bundles the front into one plain JavaScript file, because it may have to run without a TypeScript loader. The file
 * name contains a hash of the content, so an existing file need not be written again.
 *
 * @returns the path of the bundle in `cacheDir`
 */
export async function bundleFront(cacheDir: string): Promise<string> {
  const { build } = await import('esbuild')
  const result = await build({
    entryPoints: [fileURLToPath(new URL('./front/front.ts', import.meta.url))],
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    write: false,
    logLevel: 'silent',
  })
  const source = result.outputFiles[0]?.contents ?? new Uint8Array()
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 16)
  const bundle = path.join(cacheDir, `embedded-mongodb-front-${hash}.mjs`)
  if (await exists(bundle)) return bundle
  await mkdir(cacheDir, { recursive: true, mode: 0o700 })
  // Concurrent starts each write a separate file and rename it, so that no process reads half a file.
  const unfinished = `${bundle}.${randomUUID()}`
  await writeFile(unfinished, source)
  await rename(unfinished, bundle)
  return bundle
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
