import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import * as ofApi from '@forum/http-api/limits'
import * as ofServer from '@forum/infra/limits'
import * as ofGateway from '@forum/realtime-server/limits'
import * as limits from '@forum/shared/limits'
import * as ofPage from '@forum/web/limits'
import { expect, it } from 'vitest'

const page = readFileSync(new URL('../../../docs/limits.md', import.meta.url), 'utf8')
const constants: Record<string, unknown> = { ...limits, ...ofApi, ...ofGateway, ...ofServer, ...ofPage }

/** The cells of every table row on the page. */
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
const namesIn = (text: string) => [...text.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)
/** Rows of a rule and the constants that it uses. */
const rowsOfConstants = rows
  .filter(([, , names = '']) => names.includes('`'))
  .map(([what = '', rule = '', names = '']) => ({ what, rule, names: namesIn(names) }))

const SECONDS: Record<string, number> = { minute: 60, hour: 3_600, day: 86_400 }
const MILLISECONDS: Record<string, number> = { s: 1_000, minute: 60_000, minutes: 60_000, hour: 3_600_000 }

/** Returns the numbers in a text, in the unit that a constant's name ends with. */
function numbersIn(text: string, constant: string): number[] {
  return [...text.matchAll(/(\d[\d,]*)(?: ([A-Za-z]+))?/g)].flatMap(([, digits = '', unit = '']) => {
    const number = Number(digits.replaceAll(',', ''))
    if (constant.endsWith('_MS')) return unit in MILLISECONDS ? [number * MILLISECONDS[unit]!] : []
    if (constant.endsWith('_BYTES')) return unit === 'KiB' ? [number * 1024] : []
    return unit === 'KiB' ? [] : [number]
  })
}

/** Returns the errors of a row: constants that do not exist or differ from its rule. */
function faultsOf({ what, rule, names }: (typeof rowsOfConstants)[number]): string[] {
  return names.flatMap((name) => {
    const value = constants[name]
    if (value === undefined) return [`${what}: ${name} does not exist`]
    if (typeof value === 'string')
      return rule.includes(`\`${value}\``) ? [] : [`${what}: ${name} is ${value}`]
    if (typeof value !== 'number') return []
    return numbersIn(rule, name).includes(value) ? [] : [`${what}: ${name} is ${value}`]
  })
}

it('documents the value of every constant in the tables of docs/limits.md', () => {
  expect(rowsOfConstants.length).toBeGreaterThan(25)
  expect(rowsOfConstants.flatMap(faultsOf)).toEqual([])
})

it('documents every rate limit with its points and its window', () => {
  const documented = rows.flatMap(([name = '', limit = '']) => {
    const [key = ''] = namesIn(name)
    const found = /^([\d,]+)\b.*?\b(?:an? (minute|hour|day)|in (\d+) minutes)\b/.exec(limit)
    if (!found) return []
    const [, points = '', unit, minutes] = found
    const seconds = unit ? SECONDS[unit]! : Number(minutes) * 60
    return [[key, { points: Number(points.replaceAll(',', '')), seconds }] as const]
  })
  const actual = Object.entries(limits.RATE_LIMITS).map(
    ([name, { points, seconds }]) => [name, { points, seconds }] as const,
  )
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(actual))
})

it('documents the connections that an address may open', () => {
  const documented = rows.flatMap(([name = '', limit = '']) =>
    namesIn(name).flatMap((key) =>
      Object.hasOwn(ofServer.CONNECTIONS_PER_ADDRESS, key) ? [[key, Number(limit)] as const] : [],
    ),
  )
  expect(Object.fromEntries(documented)).toEqual(ofServer.CONNECTIONS_PER_ADDRESS)
})

it('names every limit of any side in docs/limits.md', () => {
  const named = new Set(namesIn(page))
  const unnamed = Object.keys(constants).filter((name) => !named.has(name) && !name.endsWith('_PATTERN'))
  expect(unnamed).toEqual([])
})

/** Returns the folders below `root` whose production code names each of the limits, `shared` by its other modules. */
function sidesOf(names: readonly string[]): Map<string, Set<string>> {
  const sides = new Map(names.map((name) => [name, new Set<string>()]))
  for (const side of ['shared', 'http-api', 'realtime-server', 'infra', 'web']) {
    const folder = path.resolve(import.meta.dirname, '../../..', side, 'src')
    const files = readdirSync(folder, { recursive: true })
      .map(String)
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    for (const file of files) {
      if (side === 'shared' && file === 'limits.ts') continue
      const source = readFileSync(path.join(folder, file), 'utf8')
      if (!/\blimits'/.test(source)) continue
      for (const name of source.match(/\b[A-Z][A-Z0-9_]+\b/g) ?? []) sides.get(name)?.add(side)
    }
  }
  return sides
}

it('keeps in shared/src/limits.ts what the contract or two sides use, and the rest with its side', () => {
  const source = readFileSync(new URL('../../../shared/src/limits.ts', import.meta.url), 'utf8')
  const isOfOthers = (name: string) => (source.match(new RegExp(`\\b${name}\\b`, 'g')) ?? []).length > 1
  const lonely = [...sidesOf(Object.keys(limits))].filter(
    ([name, sides]) => !sides.has('shared') && sides.size < 2 && !isOfOthers(name),
  )
  expect(lonely.map(([name]) => name)).toEqual([])
})

it('recognises a documented value that differs from its constant', () => {
  const row = { what: 'page size', rule: '21', names: ['PAGE_SIZE'] }
  expect(faultsOf(row)).toEqual(['page size: PAGE_SIZE is 20'])
  expect(faultsOf({ ...row, names: ['NO_SUCH_LIMIT'] })).toEqual(['page size: NO_SUCH_LIMIT does not exist'])
  expect(faultsOf({ what: 'body', rule: '255 KiB', names: ['BODY_MAX_BYTES'] })).toHaveLength(1)
  expect(faultsOf({ what: 'wait', rule: '9 s', names: ['REQUEST_TIMEOUT_MS'] })).toHaveLength(1)
})
