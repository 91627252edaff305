import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const FOLDER = path.resolve(import.meta.dirname, '../browser')

const registrations = readdirSync(FOLDER).flatMap((file) => {
  const source = readFileSync(path.join(FOLDER, file), 'utf8')
  if (!source.includes('visitForum')) return []
  const names = source.matchAll(/\.register\('([^']+)'/g)
  return [...names].map(([, name]) => ({ file, name }))
})

it('gives the members that browser tests register on shared forums different names', () => {
  expect(registrations.length).toBeGreaterThan(10)
  const repeated = registrations.filter(
    ({ name }) => registrations.filter((other) => other.name === name).length > 1,
  )
  expect(repeated).toEqual([])
})
