/**
 * Keeps data of the present release, which every later one has to open: an export, and a data folder of the embedded
 * database. Both have the forum of the first export, as the present release has restored it and served it.
 *
 *   tsx tests/src/backup/keep-release.ts
 *
 * Run it with a build of the release, before the release is tagged. What is kept already stays as it is.
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { FORUM_ENV } from '../fixtures/community'
import { runAdmin, startProcess } from '../fixtures/process'
import manifest from '../../../package.json' with { type: 'json' }
import { dataFolderOf, exportOf } from './kept-releases'

const FIRST = '0.1.0'
const { version } = manifest

const dataDir = await mkdtemp(path.join(os.tmpdir(), 'keep-release-'))
try {
  const env = { TOKEN_SECRET: FORUM_ENV.TOKEN_SECRET, DATA_DIR: dataDir, SEED: 'none' }
  process.stdout.write(`${await runAdmin(env, 'restore', exportOf(FIRST))}\n`)
  const forum = await startProcess(env)
  if (!existsSync(exportOf(version)))
    process.stdout.write(`${await runAdmin(env, 'export', exportOf(version))}\n`)
  const code = await forum.stop()
  if (code !== 0) throw new Error(`the forum ended with ${code}:\n${forum.output()}`)
  const archive = dataFolderOf(version)
  if (!existsSync(archive)) {
    await mkdir(path.dirname(archive), { recursive: true })
    // The journal is mostly room that is not used yet.
    const sparse = ['--sparse', '--hole-detection=raw']
    execFileSync('tar', [...sparse, '-C', dataDir, '-cJf', archive, 'mongodb', 'uploads'])
  }
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
