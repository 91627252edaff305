// Common to `npm start` and `npm run database`: installs what is missing, builds what is stale, and runs a program
// of the build.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { giveUp, installPackages } from './packages.mjs'
import { endWithNpm } from './parent.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const buildDir = path.join(root, '.build')

/** Runs it in this process, so that there is only one process to signal and none is left behind. */
export async function runBuilt(program) {
  endWithNpm()
  installPackages(root)
  // In a separate process, so that the bundler's changes to its environment do not affect the program.
  const built = spawnSync(process.execPath, [path.join(root, 'infra/launcher/build.mjs'), root, buildDir], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (built.status !== 0) giveUp('构建失败 / the build failed; see the reason above.')
  process.env.FORUM_BUILD_DIR = buildDir
  await import(pathToFileURL(path.join(buildDir, program)).href)
}
