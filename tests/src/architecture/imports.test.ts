import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

interface Report {
  summary: { totalCruised: number; violations: { rule: { name: string }; from: string }[] }
}

async function cruise(...folders: string[]): Promise<Report['summary']> {
  const program = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [program, ...folders, '--output-type', 'json'],
    { cwd: root, maxBuffer: 256 * 1024 * 1024 },
  )
  return (JSON.parse(stdout) as Report).summary
}

/** A forbidden import, planted where its rule looks. */
const PLANTED = [
  ['shared-is-pure', 'shared/src/planted/a.ts', "import 'node:fs'\n"],
  ['servers-know-shared-alone', 'http-api/src/planted/a.ts', "import '../../../realtime-server/src/index'\n"],
  ['gateway-has-no-database', 'realtime-server/src/planted/a.ts', "import 'mongoose'\n"],
  ['page-knows-shared-alone', 'web/src/planted/a.ts', "import '../../../http-api/src/index'\n"],
  ['others-use-public-entry-points', 'infra/src/planted/a.ts', "import '../../../http-api/src/app'\n"],
  ['services-know-no-koa', 'http-api/src/planted/a.service.ts', "import 'koa'\n"],
  ['routes-know-no-model', 'http-api/src/planted/a.routes.ts', "import '../posts/posts.model'\n"],
  ['one-publisher', 'http-api/src/planted/a.ts', "import '@forum/shared/bus'\n"],
  ['only-lib-talks-to-the-server', 'web/src/planted/a.ts', "import 'socket.io-client'\n"],
] as const

describe('the import rules', () => {
  afterEach(async () => {
    for (const [, file] of PLANTED) {
      await rm(path.dirname(path.join(root, file)), { recursive: true, force: true })
    }
  })

  it('hold over every module of every workspace', async () => {
    const { totalCruised, violations } = await cruise(
      'shared',
      'http-api',
      'realtime-server',
      'web/src',
      'infra',
      'tests/src',
    )
    expect(violations).toEqual([])
    // A cruise that reads nothing finds nothing.
    expect(totalCruised).toBeGreaterThan(300)
  }, 300_000)

  it('find every planted violation', async () => {
    const files = new Map<string, string>()
    for (const [, file, source] of PLANTED) files.set(file, (files.get(file) ?? '') + source)
    for (const [file, source] of files) {
      await mkdir(path.dirname(path.join(root, file)), { recursive: true })
      await writeFile(path.join(root, file), source)
    }
    const { violations } = await cruise(
      ...['shared', 'http-api', 'realtime-server', 'web', 'infra'].map((folder) => `${folder}/src/planted`),
    )
    const found = violations.map((violation) => `${violation.rule.name} ${violation.from}`)
    for (const [rule, file] of PLANTED) expect(found).toContain(`${rule} ${file}`)
  }, 300_000)
})
