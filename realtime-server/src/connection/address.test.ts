import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { clientAddress } from './address'

const request = (remoteAddress: string, headers = {}) =>
  ({ headers, socket: { remoteAddress }, connection: { remoteAddress } }) as unknown as IncomingMessage

test.each([
  [0, 'proxy'],
  [1, 'c'],
  [2, 'b'],
  [9, 'a'],
])('clientAddress trusts %i hops and returns %s', (hops, address) => {
  expect(clientAddress(request('proxy', { 'x-forwarded-for': 'a, b,c' }), hops)).toBe(address)
})

test('clientAddress returns the remote address if no header was sent', () => {
  expect(clientAddress(request('direct'), 1)).toBe('direct')
})
