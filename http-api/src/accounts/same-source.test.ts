import { DAY_MS } from '@forum/shared/clock'
import { expect, it } from 'vitest'
import { comparison } from './same-source'

const day = (n: number) => new Date(n * DAY_MS)
const place = (address: string, browser: string, at = 0) => ({ address, browser, at: day(at) })
const NONE = new Set<string>()

it('tells an address in common from a browser in common', () => {
  const places = [place('home', 'firefox')]
  expect(comparison(places, [place('home', 'safari')], NONE)?.strength).toBe('address')
  expect(comparison(places, [place('cafe', 'firefox')], new Set(['firefox']))?.strength).toBe('browser')
  expect(comparison(places, [place('home', 'firefox')], NONE)?.strength).toBe('both')
  const both = [place('home', 'safari'), place('cafe', 'firefox')]
  expect(comparison(places, both, new Set(['firefox']))?.strength).toBe('both')
})

it('finds nothing in a browser that many have, or in visits that lie far apart', () => {
  const places = [place('home', 'chrome')]
  expect(comparison(places, [place('cafe', 'chrome')], NONE)).toBeNull()
  expect(comparison(places, [place('home', 'chrome', 8)], NONE)).toBeNull()
  expect(comparison(places, [place('home', 'chrome', 7)], NONE)?.lastSeenAt).toEqual(day(7))
})
