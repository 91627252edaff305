import { expect, test } from 'vitest'
import { callerAddress } from './address'

test.each([
  [0, 'proxy'],
  [1, 'c'],
  [2, 'b'],
  [9, 'a'],
])('with %i trusted hops the caller is %s', (hops, address) => {
  expect(callerAddress({ 'x-forwarded-for': 'a, b,c' }, 'proxy', hops)).toBe(address)
})

test('without the header it is whoever connected', () => {
  expect(callerAddress({}, 'direct', 1)).toBe('direct')
})
