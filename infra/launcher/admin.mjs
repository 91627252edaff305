// `npm run admin`: builds what is stale, then runs infra/src/admin.ts (commands: infra/src/admin-command.ts).
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPackages } from './packages.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const buildDir = path.join(root, '.build')

installPackages(root)

function run(...args) {
  return (
    spawnSync(process.execPath, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, FORUM_BUILD_DIR: buildDir },
    }).status ?? 1
  )
}

process.exitCode =
  run('infra/launcher/build.mjs', root, buildDir) ||
  run(path.join(buildDir, 'admin.mjs'), ...process.argv.slice(2))
