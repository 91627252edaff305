import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { namedTests, notPassed, promises } from '../fixtures/coverage-table'

const ROOT = path.resolve(import.meta.dirname, '../../..')

interface Titles {
  describe: Set<string>
  it: Set<string>
}

const titlesByFile = new Map<string, Titles>()

/** The titles of the tests of a file as they are written, and of what groups them. */
function titlesOf(file: string): Titles {
  const found = titlesByFile.get(file)
  if (found) return found
  const titles: Titles = { describe: new Set(), it: new Set() }
  titlesByFile.set(file, titles)
  const source = readFileSync(path.join(ROOT, file), 'utf8')
  for (const [, kind, , title] of source.matchAll(
    /\b(describe|it)\b(?:\.each\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?\(\s*(['"`])((?:(?!\2).)*)\2/gs,
  ))
    titles[kind as keyof Titles].add(title ?? '')
  return titles
}

it('names a test, or the feature it waits for, beside every promise', () => {
  const lines = promises()
  expect(lines.length).toBeGreaterThan(60)
  expect(lines.filter((line) => !/ (`[^`]+ › [^`]+`|_waits for [a-z ]+_)$/.test(line))).toEqual([])
})

it('names only tests that exist', () => {
  const missing = namedTests(promises()).filter(({ file, groups, title }) => {
    const titles = titlesOf(file)
    return !titles.it.has(title) || !groups.every((group) => titles.describe.has(group))
  })
  expect(missing.map(({ reference }) => reference)).toEqual([])
})

it('fails a run in which a test that it names was skipped, failed in one row, or is missing', () => {
  const named = namedTests([
    '- Passes in every row. `browser/a.test.ts › group $of › $name: is %s`',
    '- Fails in one row. `browser/a.test.ts › fails for %d`',
    '- Is skipped. `api/b.test.ts › is skipped`',
    '- Is in another group. `api/b.test.ts › another group › passes`',
    '- Is a part of a title. `api/b.test.ts › pass`',
    '- Waits. _waits for search_',
  ])
  const test = (file: string, groups: string[], title: string, hasPassed = true) => ({
    file,
    groups,
    title,
    hasPassed,
  })
  const run = [
    test('tests/src/browser/a.test.ts', ['inner', 'group on a desk'], "'home': is (shown)"),
    test('tests/src/browser/a.test.ts', [], 'fails for 1'),
    test('tests/src/browser/a.test.ts', [], 'fails for 2', false),
    test('tests/src/api/b.test.ts', [], 'is skipped', false),
    test('tests/src/api/b.test.ts', ['group'], 'passes'),
  ]
  expect(notPassed(named, run)).toEqual([
    'browser/a.test.ts › fails for %d',
    'api/b.test.ts › is skipped',
    'api/b.test.ts › another group › passes',
    'api/b.test.ts › pass',
  ])
})
