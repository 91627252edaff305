import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

interface Component {
  name: string
  version: string
  hashes: { content: string }[]
  licenses: { expression: string }[]
}

const program = fileURLToPath(new URL('sbom.mjs', import.meta.url))
const { components } = JSON.parse(execFileSync(process.execPath, [program], { encoding: 'utf8' })) as {
  components: Component[]
}
const workspaces = ['shared', 'http-api', 'realtime-server', 'web', 'infra']
const manifestOf = (workspace: string) =>
  JSON.parse(
    readFileSync(fileURLToPath(new URL(`../../${workspace}/package.json`, import.meta.url)), 'utf8'),
  ) as { dependencies?: Record<string, string> }

it('lists every package that a workspace needs in order to run, and none that only tests need', () => {
  const names = new Set(components.map(({ name }) => name))
  const needed = workspaces
    .flatMap((workspace) => Object.keys(manifestOf(workspace).dependencies ?? {}))
    .filter((name) => !name.startsWith('@forum/'))
  expect(needed).toContain('koa')
  expect(needed.filter((name) => !names.has(name))).toEqual([])
  expect(['vitest', 'playwright-core', 'supertest'].filter((name) => names.has(name))).toEqual([])
})

it('names the checksum and the licence of each, all of which NOTICE.md names', () => {
  for (const { hashes } of components) expect(hashes[0]?.content).toMatch(/^[0-9a-f]{128}$/)
  const notice = readFileSync(fileURLToPath(new URL('../../NOTICE.md', import.meta.url)), 'utf8')
  const unnamed = components.filter(({ licenses }) => {
    const named = licenses.flatMap(({ expression }) => expression.split(' AND '))
    return named.length === 0 || named.some((licence) => !notice.includes(licence))
  })
  expect(unnamed.map(({ name, licenses }) => `${name} ${licenses[0]?.expression}`)).toEqual([])
})

/** Packages that others need in an older version: none of them reads or writes a connection. */
const IN_SEVERAL_VERSIONS = [
  'content-type',
  'cookie',
  'depd',
  'http-errors',
  'iconv-lite',
  'media-typer',
  'mime-db',
  'mime-types',
  'statuses',
  'tslib',
  'type-is',
]

it('names one version of each package, so that an update reaches every copy', () => {
  const versions = new Map<string, Set<string>>()
  for (const { name, version } of components)
    versions.set(name, (versions.get(name) ?? new Set()).add(version))
  const several = [...versions].filter(([, { size }]) => size > 1).map(([name]) => name)
  expect(several.sort()).toEqual(IN_SEVERAL_VERSIONS)
  expect([...(versions.get('ws') ?? [])]).toHaveLength(1)
})
