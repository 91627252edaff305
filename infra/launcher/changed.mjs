// `npm test -- changed [SINCE]`: the test files that a change can break. A change is what differs from where the branch
// left the commit SINCE (by default HEAD, so what is not committed). A test file depends on what it imports and on the
// programs that it starts:
//
// - A string that names a file of the repository, or a folder below a workspace, counts as an import of it.
// - A string that names `.build` counts as an import of everything that is built, the page included.
// - The tests of tests/src/architecture read all sources and always run; `checks.test.ts` alone reads a copy, in which it
//   plants violations.
// - A changed file that is no module, such as a manifest or the configuration of vitest, can break anything, so that all
//   tests run. Documents (`*.md`) can break only tests of tests/src/architecture, and those that name them.
//
// `node infra/launcher/changed.mjs [SINCE]` prints the list, and further arguments behind it.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { allModules, namesIn, resolve, root } from './modules.mjs'

const TEST = /\.test\.tsx?$/
const READS_ALL = /^tests\/src\/architecture\/(?!checks\.)/
const MODULE = /\.(tsx?|mjs|css)$/
const BUILT = ['infra/launcher/build.mjs', 'web/src/main.ts']

/** Dependencies that no import shows: the set-up of a group of tests, and the scripts that npm starts. */
const UNNAMED = [
  [/^web\/.*\.test\.tsx?$/, 'web/src/testing/fresh-page.ts'],
  [/^tests\/src\/fixtures\/shared\.ts$/, 'tests/src/fixtures/shared.setup.ts'],
  [/^tests\/src\/fixtures\/database\.ts$/, 'tests/src/fixtures/database.setup.ts'],
  [/^http-api\/.*\.system\.test\.ts$/, 'tests/src/fixtures/database.setup.ts'],
  [/^tests\/src\/start\/npm\.test\.ts$/, 'infra/launcher/start.mjs'],
  [/^tests\/src\/start\/npm\.test\.ts$/, 'infra/launcher/dev.mjs'],
]

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' })

function changedFiles(since) {
  const base = git('merge-base', since, 'HEAD').trim()
  const tracked = git('diff', '--name-only', '-z', base)
  const added = git('ls-files', '--others', '--exclude-standard', '-z')
  return [...new Set(`${tracked}${added}`.split('\0').filter(Boolean))]
}

/** Returns the files that a module needs, by name from the root. */
function needsOf(file, modules) {
  const { specifiers, strings } = namesIn(file)
  const needs = [...specifiers].map((specifier) => resolve(file, specifier))
  for (const string of strings) {
    if (/(^|\/)\.build(\/|$)/.test(string)) needs.push(...BUILT)
    if (!/^[\w.@-]+(\/[\w.@-]+)+$/.test(string)) continue
    needs.push(string, path.posix.join(path.posix.dirname(file), string))
    needs.push(...modules.filter((module) => module.startsWith(`${string}/`)))
  }
  return [...needs, ...UNNAMED.filter(([from]) => from.test(file)).map(([, need]) => need)]
}

/** Returns the test files that a change of files can break, or null for all. */
function testsFor(changed) {
  const modules = allModules()
  const needs = new Map(modules.map((file) => [file, needsOf(file, modules)]))
  const nodes = new Set([...needs].flatMap(([file, needed]) => [file, ...needed]))
  const changedModules = changed.filter(
    (file) => nodes.has(file) || (MODULE.test(file) && !existsSync(path.join(root, file))),
  )
  const others = changed.filter((file) => !changedModules.includes(file) && !file.endsWith('.md'))
  if (others.length > 0) return null
  const users = new Map()
  for (const [file, needed] of needs)
    for (const need of needed) users.set(need, [...(users.get(need) ?? []), file])
  const reached = new Set(changedModules)
  for (const file of reached) for (const user of users.get(file) ?? []) reached.add(user)
  return modules.filter((file) => TEST.test(file) && (reached.has(file) || READS_ALL.test(file)))
}

/**
 * Returns the test files that the change since a commit can break, null for all, none if nothing has changed, and the
 * arguments behind the commit.
 */
export function changedTests(args) {
  const hasSince = args.length > 0 && !args[0].startsWith('-')
  const changed = changedFiles(hasSince ? args[0] : 'HEAD')
  return { tests: changed.length === 0 ? [] : testsFor(changed), others: hasSince ? args.slice(1) : args }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { tests, others } = changedTests(process.argv.slice(2))
  process.stdout.write(`${[...(tests ?? ['all']), ...others].join('\n')}\n`)
}
