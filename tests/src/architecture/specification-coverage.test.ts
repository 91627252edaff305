import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const PAGE = 'docs/specification-coverage.md'

interface Titles {
  describe: Set<string>
  it: Set<string>
}

const known = new Map<string, Titles>()

/** Returns the titles of a file's tests as written, and of the groups around them. */
function titlesOf(file: string): Titles {
  const found = known.get(file)
  if (found) return found
  const titles: Titles = { describe: new Set(), it: new Set() }
  known.set(file, titles)
  const source = readFileSync(path.join(ROOT, /^(web|shared)\//.test(file) ? '' : 'tests/src', file), 'utf8')
  for (const [, kind, , title] of source.matchAll(
    /\b(describe|it)\b(?:\.each\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?\(\s*(['"`])((?:(?!\2).)*)\2/gs,
  ))
    titles[kind as keyof Titles].add(title ?? '')
  return titles
}

const claims = readFileSync(path.join(ROOT, PAGE), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('- '))

it('names a test, or the feature it waits for, beside every promise', () => {
  expect(claims.length).toBeGreaterThan(60)
  expect(claims.filter((line) => !/ (`[^`]+ › [^`]+`|_waits for [a-z ]+_)$/.test(line))).toEqual([])
})

it('names only tests that exist', () => {
  const missing = claims.flatMap((line) => {
    const [, reference] = / `([^`]+ › [^`]+)`$/.exec(line) ?? []
    if (reference === undefined) return []
    const [file = '', ...names] = reference.split(' › ')
    const titles = titlesOf(file)
    const test = names.pop() ?? ''
    return titles.it.has(test) && names.every((name) => titles.describe.has(name)) ? [] : [reference]
  })
  expect(missing).toEqual([])
})
