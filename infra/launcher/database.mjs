// `npm run database`: builds what is stale, then runs the embedded database as a process of its own, which several API
// processes share (docs/embedded-database.md). Options: --data FOLDER, --port N, --cache FOLDER.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { giveUp, installPackages } from './packages.mjs'
import { endWithNpm } from './parent.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const buildDir = path.join(root, '.build')

endWithNpm()
installPackages(root)
const built = spawnSync(process.execPath, [path.join(root, 'infra/launcher/build.mjs'), root, buildDir], {
  stdio: ['ignore', 'inherit', 'inherit'],
})
if (built.status !== 0) giveUp('构建失败 / the build failed; see the reason above.')
await import(pathToFileURL(path.join(buildDir, 'database.mjs')).href)
