import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const here = fileURLToPath(new URL('.', import.meta.url))
const FILES = {
  'shared/src/limits.ts': 'export const MOST = 3',
  'shared/src/limits.test.ts': "import './limits'",
  'http-api/src/posts.ts': "export * from '../../shared/src/limits'",
  'http-api/src/posts.test.ts': "import './posts'",
  'http-api/src/log.ts': '',
  'realtime-server/src/rooms.test.ts': '',
  'web/src/main.ts': "import './page.css'\nimport './Screen'",
  'web/src/page.css': '',
  'web/src/Screen.tsx': '',
  'web/src/testing/fresh-page.ts': '',
  'web/src/Screen.test.tsx': "import './Screen'",
  'infra/launcher/build.mjs': "const programs = { server: 'infra/src/main.ts' }",
  'infra/src/main.ts': "import '../../http-api/src/posts'",
  'tests/src/fixtures/process.ts':
    "export const program = new URL('../../../.build/server.mjs', import.meta.url)",
  'tests/src/browser/screen.test.ts': "import '../fixtures/process'",
  'tests/src/api/posts.test.ts': "import type { x } from '../../../http-api/src/posts'",
  'tests/src/architecture/citations.test.ts': '',
  'tests/src/architecture/checks.test.ts': '',
  'docs/live.md': '',
  'vitest.config.ts': '',
}

describe('npm test -- changed', () => {
  let clone: string
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd: clone })
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(clone, file)), { recursive: true })
    writeFileSync(path.join(clone, file), text)
  }
  const changed = (...args: string[]) =>
    execFileSync(process.execPath, ['infra/launcher/changed.mjs', ...args], { cwd: clone, encoding: 'utf8' })
      .trim()
      .split('\n')

  /** The tests that run after a change of one file, which is then taken back. */
  function afterChangeOf(file: string): string[] {
    write(file, '// changed')
    const tests = changed()
    git('checkout', '--quiet', '.')
    return tests.filter((test) => test !== 'tests/src/architecture/citations.test.ts')
  }

  beforeAll(() => {
    clone = mkdtempSync(path.join(os.tmpdir(), 'forum-changed-'))
    for (const [file, text] of Object.entries(FILES)) write(file, text)
    for (const name of ['changed.mjs', 'modules.mjs'])
      cpSync(path.join(here, name), path.join(clone, 'infra/launcher', name))
    symlinkSync(path.join(here, '../../node_modules'), path.join(clone, 'node_modules'))
    git('init', '--quiet', '--initial-branch', 'main')
    write('.gitignore', 'node_modules')
    git('add', '.')
    git('commit', '--quiet', '--message', 'all')
  })
  afterAll(() => rmSync(clone, { recursive: true }))

  it('runs nothing when nothing has changed', () => {
    expect(changed()).toEqual([''])
  })

  it('runs the tests that import what has changed, directly or through others', () => {
    expect(afterChangeOf('shared/src/limits.test.ts')).toEqual(['shared/src/limits.test.ts'])
    expect(afterChangeOf('web/src/testing/fresh-page.ts')).toEqual(['web/src/Screen.test.tsx'])
    expect(afterChangeOf('shared/src/limits.ts')).toEqual([
      'shared/src/limits.test.ts',
      'http-api/src/posts.test.ts',
      'tests/src/api/posts.test.ts',
      'tests/src/browser/screen.test.ts',
    ])
  })

  it('runs the tests that start the build when a program or the page has changed', () => {
    const browser = 'tests/src/browser/screen.test.ts'
    expect(afterChangeOf('infra/src/main.ts')).toEqual([browser])
    expect(afterChangeOf('infra/launcher/build.mjs')).toEqual([browser])
    expect(afterChangeOf('web/src/page.css')).toEqual([browser])
    expect(afterChangeOf('web/src/Screen.tsx')).toEqual(['web/src/Screen.test.tsx', browser])
    expect(afterChangeOf('http-api/src/log.ts')).toEqual([])
  })

  it('always runs the tests that read all sources, and only these for a document', () => {
    write('docs/live.md', 'changed')
    expect(changed()).toEqual(['tests/src/architecture/citations.test.ts'])
    git('checkout', '--quiet', '.')
  })

  it('passes further arguments on, with or without a commit', () => {
    write('shared/src/limits.test.ts', '// changed')
    const tests = changed()
    for (const given of [
      ['--bail', '1'],
      ['main', '--bail', '1'],
    ])
      expect(changed(...given)).toEqual([...tests, '--bail', '1'])
    git('checkout', '--quiet', '.')
  })

  it('runs all tests when a file that is no module has changed', () => {
    expect(afterChangeOf('vitest.config.ts')).toEqual(['all'])
  })

  it('counts new files, and commits since the branch left the one that is named', () => {
    git('checkout', '--quiet', '-b', 'branch')
    write('http-api/src/log.test.ts', '')
    expect(changed()).toContain('http-api/src/log.test.ts')
    git('add', '.')
    git('commit', '--quiet', '--message', 'log')
    git('checkout', '--quiet', 'main')
    write('realtime-server/src/rooms.test.ts', '// later')
    git('commit', '--quiet', '--all', '--message', 'rooms')
    git('checkout', '--quiet', 'branch')
    expect(changed()).toEqual([''])
    expect(changed('main')).toContain('http-api/src/log.test.ts')
    expect(changed('main')).not.toContain('realtime-server/src/rooms.test.ts')
  })
})
