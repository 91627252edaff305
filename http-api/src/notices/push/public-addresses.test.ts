import { expect, it } from 'vitest'
import { isPublicAddress } from './public-addresses'

it.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.31.255.255',
  '192.168.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  'fe80::1',
  'fd12:3456::1',
  '2002:7f00:1::',
  '2001:db8::1',
  'ff02::1',
  'localhost',
  '',
])('refuses to send push messages to %s', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

it.each(['8.8.8.8', '142.250.80.46', '172.32.0.1', '2a00:1450:4001::1', '2607:f8b0::1'])(
  'allows push messages to %s',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)
