// The first step of every npm script: checks the version of Node and installs the packages that are missing. It
// uses only Node, since no package may be installed yet.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { checkNode } from './node-version.mjs'

/** Prints a message and ends the process as failed. */
export function giveUp(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

/** Runs `npm ci` in the repository at `root` if the installed packages differ from its lockfile. */
export function installPackages(root) {
  const wrongNode = checkNode(process.versions.node)
  if (wrongNode) giveUp(wrongNode)
  if (isInstalled(root)) return
  process.stdout.write('正在安装依赖（首次约需一两分钟）…\n')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  // Includes development dependencies, because the page is built here.
  const done = spawnSync(npm, ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (done.status === 0) return
  giveUp(
    '依赖安装失败 / installing the dependencies failed. Check the network and the npm registry ' +
      '(`npm ping`), then run the same command again.',
  )
}

/** True if each package of the lockfile is installed in its version; optional ones depend on the platform. */
function isInstalled(root) {
  // npm writes this file last, so without it an installation was interrupted.
  if (!existsSync(path.join(root, 'node_modules/.package-lock.json'))) return false
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  return Object.entries(packages).every(([folder, { version, link, optional }]) => {
    // The workspaces themselves are entries too.
    if (link || !folder.includes('node_modules/')) return true
    const manifest = path.join(root, folder, 'package.json')
    if (!existsSync(manifest)) return optional === true
    return JSON.parse(readFileSync(manifest, 'utf8')).version === version
  })
}
