// Common to `npm run bench` and `npm run chaos`: both measure the build, with programs that are not built.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPackages } from './packages.mjs'
import { endWithNpm } from './parent.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

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

/** Installs what is missing, builds what is stale, and runs a TypeScript program with the arguments of this process. */
export async function runScript(program) {
  endWithNpm()
  installPackages(root)
  process.exitCode =
    (await run('infra/launcher/build.mjs', root, path.join(root, '.build'))) ||
    (await run('--import', 'tsx', program, ...process.argv.slice(2)))
}
