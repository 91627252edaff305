// `npm run bench`: builds what it measures, then runs infra/bench/main.ts, which documents its options.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPackages } from './packages.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

installPackages(root)

function run(...args) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
  const passOn = (signal) => child.kill(signal)
  process.on('SIGINT', passOn)
  process.on('SIGTERM', passOn)
  return new Promise((resolve) => {
    child.once('exit', (code) => {
      process.off('SIGINT', passOn)
      process.off('SIGTERM', passOn)
      resolve(code ?? 1)
    })
  })
}

process.exitCode =
  (await run('infra/launcher/build.mjs', root, path.join(root, '.build'))) ||
  (await run('--import', 'tsx', 'infra/bench/main.ts', ...process.argv.slice(2)))
