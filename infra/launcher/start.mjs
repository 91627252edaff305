// `npm start`: installs what is missing, builds what is stale, and starts everything on one port. Plain JavaScript that
// uses only Node, since no package may be installed yet.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { checkNode } from './node-version.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const buildDir = path.join(root, '.build')

const say = (text) => process.stdout.write(`${text}\n`)

function giveUp(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

const wrongNode = checkNode(process.versions.node)
if (wrongNode) giveUp(wrongNode)

installIfMissing()
// In a separate process, so that the bundler's changes to its environment do not affect the server.
const built = spawnSync(process.execPath, [path.join(root, 'infra/launcher/build.mjs'), root, buildDir], {
  stdio: ['ignore', 'inherit', 'inherit'],
})
if (built.status !== 0) giveUp('构建失败 / the build failed; see the reason above.')
// The server runs in this process, so that there is only one process to signal and none is left behind.
process.env.FORUM_BUILD_DIR = buildDir
await import(pathToFileURL(path.join(buildDir, 'server.mjs')).href)

/** Runs `npm ci` if the installed packages differ from the lockfile. */
function installIfMissing() {
  const lock = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')
  const stamp = path.join(root, 'node_modules', '.installed-from')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  say('正在安装依赖（首次约需一两分钟）…')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  // Includes development dependencies, because the page is built here.
  const done = spawnSync(npm, ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (done.status !== 0) {
    giveUp(
      '依赖安装失败 / installing the dependencies failed. Check the network and the npm registry ' +
        '(`npm ping`), then run `npm start` again.',
    )
  }
  writeFileSync(stamp, lock)
}
