import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const SELF = 'tests/src/architecture/citations.test.ts'

/** Folders of installed or generated files, by name. */
const isGenerated = (name: string): boolean =>
  name.startsWith('.') || ['node_modules', 'dist', 'coverage', 'data'].includes(name)

const filesIn = (folder: string): string[] =>
  readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name)
    if (entry.isFile()) return [file]
    return entry.isDirectory() && !isGenerated(entry.name) ? filesIn(file) : []
  })

const repositoryFiles = filesIn('')

const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')
const isDocument = (file: string): boolean => file.endsWith('.md')
const isCode = (file: string): boolean => /\.(?:[cm]?[jt]sx?|css|html)$/.test(file)

/** Top-level folders, whose names begin every path of the repository. */
const FOLDERS = [
  ...new Set(repositoryFiles.filter((file) => file.includes('/')).map((file) => file.split('/')[0])),
]

/** Returns the anchor that GitHub gives a heading. */
const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')

const withoutFences = (markdown: string): string => markdown.replace(/^```[\s\S]*?^```/gm, '')

const anchorsOf = (page: string): string[] =>
  [...withoutFences(read(page)).matchAll(/^#{1,6}\s+(.+)$/gm)].map(([, heading = '']) => anchorOf(heading))

/** Returns the problem with a citation, if any. Decisions may be cited by the beginning of their name. */
function faultOf(page: string, anchor: string | undefined): string | null {
  const found = repositoryFiles.find((file) => file === page || file.startsWith(`${page}-`))
  if (found === undefined) return existsSync(path.join(ROOT, page)) ? null : `${page} does not exist`
  if (anchor === undefined) return null
  return anchorsOf(found).includes(anchor) ? null : `${found} has no heading #${anchor}`
}

const CITATION = /\bdocs\/[\w/.-]*\w(?:#([\w-]+))?/g

/** Returns every citation of a page in a text that does not resolve. */
const brokenCitations = (file: string): string[] =>
  [...read(file).matchAll(CITATION)].flatMap(([whole, anchor]) => {
    const fault = faultOf(whole.split('#')[0] ?? '', anchor)
    return fault === null ? [] : [`${file}: ${fault}`]
  })

/** Returns every relative link of a document that does not resolve. */
const brokenLinks = (file: string): string[] =>
  [...withoutFences(read(file)).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(
    ([, target = '', anchor]) => {
      const page = target === '' ? file : path.join(path.dirname(file), target).replace(/\/$/, '')
      const fault = faultOf(page, anchor)
      return fault === null ? [] : [`${file}: ${fault}`]
    },
  )

/** Returns every path in backticks that looks like one of this repository but does not exist. */
const brokenPaths = (file: string): string[] =>
  [...withoutFences(read(file)).matchAll(/`([\w.-]+\/[\w/.-]*)`/g)].flatMap(([, name = '']) => {
    const exists = existsSync(path.join(ROOT, name))
    return FOLDERS.includes(name.split('/')[0]) && !exists ? [`${file}: ${name} does not exist`] : []
  })

/** Citations of texts that readers of this repository do not have. */
const FOREIGN = [
  /\b(?:contract|specification)\s*§/i,
  /\bpart [A-E] of\b/,
  /\bproduct[ -]research\b/i,
  /\bpage[ -]review\b/i,
  /\((?:architecture|experience)[,)]/i,
  /\bthe specification[’']?s?\b/i,
  /\bspecification\.md\b/i,
  /\bcontract\.md\b/i,
  /\bissue #?\d+\b/i,
]

const foreignCitations = (file: string): string[] =>
  read(file)
    .split('\n')
    .flatMap((line, index) =>
      FOREIGN.some((pattern) => pattern.test(line)) ? [`${file}:${index + 1}: ${line.trim()}`] : [],
    )

const readable = repositoryFiles.filter((file) => file !== SELF && (isDocument(file) || isCode(file)))

it('resolves every citation of a page and a heading under docs', () => {
  expect(readable.flatMap(brokenCitations)).toEqual([])
})

it('resolves every relative link in documents', () => {
  expect(readable.filter(isDocument).flatMap(brokenLinks)).toEqual([])
})

it('resolves every repository path in documents', () => {
  expect(readable.filter(isDocument).flatMap(brokenPaths)).toEqual([])
})

it('cites no text from outside the repository', () => {
  expect(readable.flatMap(foreignCitations)).toEqual([])
})

it('recognises citations that do not resolve', () => {
  expect(faultOf('docs/live.md', 'promise-1-events-follow-the-commit-in-order')).toBeNull()
  expect(faultOf('docs/live.md', 'promise-9')).toContain('no heading')
  expect(faultOf('docs/nowhere.md', undefined)).toContain('does not exist')
  expect(faultOf('docs/decisions/0004', undefined)).toBeNull()
  expect(FOREIGN.some((pattern) => pattern.test('as in contract §4'))).toBe(true)
})
