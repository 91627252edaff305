import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
const LOCKED = {
  '': {},
  shared: { version: '0.1.0' },
  'node_modules/@forum/shared': { link: true },
  'node_modules/koa': { version: '3.3.0' },
  'node_modules/of-another-platform': { version: '1.0.0', optional: true },
}

describe('the npm scripts', () => {
  let home: string
  let clone: string

  beforeAll(() => {
    home = mkdtempSync(path.join(os.tmpdir(), 'forum-launcher-'))
    mkdirSync(path.join(home, 'bin'))
    // Records how it was called, and fails like an npm without a network.
    writeFileSync(path.join(home, 'bin/npm'), `#!/bin/sh\necho "$PWD $@" >> ${home}/calls\nexit 1\n`, {
      mode: 0o755,
    })
  })
  beforeEach(() => {
    clone = path.join(home, 'clone')
    rmSync(clone, { recursive: true, force: true })
    rmSync(path.join(home, 'calls'), { force: true })
    cpSync(path.join(root, 'infra/launcher'), path.join(clone, 'infra/launcher'), { recursive: true })
    writeFileSync(path.join(clone, 'package-lock.json'), JSON.stringify({ packages: LOCKED }))
  })
  afterAll(() => rmSync(home, { recursive: true, force: true }))

  const run = (script: string) => {
    const { status, stderr } = spawnSync('sh', ['-c', script], {
      cwd: clone,
      env: { PATH: `${home}/bin${path.delimiter}${process.env.PATH ?? ''}` },
      encoding: 'utf8',
    })
    return { status, stderr }
  }
  const callsOfNpm = () => readFileSync(path.join(home, 'calls'), 'utf8').trim().split('\n')
  const install = (name: string, version: string) => {
    const folder = path.join(clone, 'node_modules', name)
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ version }))
  }
  const markComplete = () => {
    mkdirSync(path.join(clone, 'node_modules'), { recursive: true })
    writeFileSync(path.join(clone, 'node_modules/.package-lock.json'), '{}')
  }

  it.each(Object.entries(scripts))('npm run %s installs packages first in an empty clone', (_, script) => {
    const { status, stderr } = run(script)
    expect(stderr).toContain('installing the dependencies failed')
    expect(status).toBe(1)
    expect(callsOfNpm()).toEqual([expect.stringMatching(/\/clone ci --include=dev /)])
  })

  it('installs packages again when one has another version than the lockfile names', () => {
    install('koa', '3.2.0')
    markComplete()
    expect(run('node infra/launcher/install.mjs').stderr).toContain('installing the dependencies failed')
  })

  it('installs packages again after an installation that was interrupted', () => {
    install('koa', '3.3.0')
    expect(run('node infra/launcher/install.mjs').stderr).toContain('installing the dependencies failed')
  })

  it('installs nothing when each package has the version of the lockfile', () => {
    install('koa', '3.3.0')
    markComplete()
    expect(run('node infra/launcher/install.mjs').status).toBe(0)
    expect(callsOfNpm).toThrow('ENOENT')
  })
})
