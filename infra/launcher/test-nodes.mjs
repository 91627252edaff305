// `npm run test:nodes`: runs the whole suite on other versions of Node, whose binaries come from npm's `node` package.
// Arguments are passed on to vitest: `npm run test:nodes -- --project unit shared`.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPackages } from './packages.mjs'

const VERSIONS = ['22', '24']
const root = fileURLToPath(new URL('../..', import.meta.url))
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'

installPackages(root)

const failed = []
for (const version of VERSIONS) {
  const folder = path.join(root, '.build/nodes', version)
  mkdirSync(folder, { recursive: true })
  // A separate package, so that npm does not install into the repository's.
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true }))
  const install = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', `node@${version}`]
  // The package's install script puts the binary into place.
  const isInstalled = spawnSync(npm, [...install, '--ignore-scripts=false'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  const bin = path.join(folder, 'node_modules/node/bin')
  const node = path.join(bin, process.platform === 'win32' ? 'node.exe' : 'node')
  const found = spawnSync(node, ['--version'], { encoding: 'utf8' })
  if (isInstalled.status !== 0 || found.status !== 0) {
    process.stderr.write(`npm could not install node@${version}\n`)
    failed.push(version)
    continue
  }
  process.stdout.write(`— Node ${found.stdout.trim()}\n`)
  const env = { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}` }
  const run = spawnSync(node, ['infra/launcher/test.mjs', ...process.argv.slice(2)], {
    cwd: root,
    env,
    stdio: 'inherit',
  })
  if (run.status !== 0) failed.push(version)
}
if (failed.length > 0) {
  process.stderr.write(`failed on Node ${failed.join(' and ')}\n`)
  process.exit(1)
}
