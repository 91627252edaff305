import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, it } from 'vitest'

const root = new URL('../../../', import.meta.url)

/** The folders that the first cells of the tables name; a name without a path is beside the first of its cell. */
const named = readFileSync(new URL('docs/architecture.md', root), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .flatMap((line) => {
    const [first = '', ...others] = [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(
      ([, name = '']) => name,
    )
    return [first, ...others.map((name) => posix.join(posix.dirname(first), name))]
  })

const PARENTS = ['shared/src', 'http-api/src', 'realtime-server/src', 'web/src', 'infra']

it.each(PARENTS)('docs/architecture.md names every folder of %s', (parent) => {
  const folders = readdirSync(new URL(parent, root), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  )
  expect(named).toEqual(expect.arrayContaining(folders.map(({ name }) => `${parent}/${name}`)))
})

// An import without the ending would find either of them: esbuild ignores the case, as some file systems do.
it.each(PARENTS)('no two modules of %s have names that differ only in case', (parent) => {
  const files = readdirSync(new URL(parent, root), { recursive: true, encoding: 'utf8' })
  const modules = files.filter((file) => /\.(tsx?|mjs)$/.test(file) && !file.includes('node_modules'))
  const names = modules.map((file) => file.replace(/\.\w+$/, '').toLowerCase())
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
})
