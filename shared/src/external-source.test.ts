import { expect, it } from 'vitest'
import { EXTERNAL_SOURCE, sourceOf } from './external-source'

it.each(['https://stats.example.org', ' https://Ads.Example.com/ ', 'https://*.cdn.example.com:8443'])(
  'takes the origin %j',
  (typed) => {
    expect(sourceOf(typed)).toMatch(EXTERNAL_SOURCE)
  },
)

it.each([
  'http://stats.example.org',
  'https://*',
  'https://*.*.com',
  'https://com',
  'https://a.com/path',
  "https://a.com; script-src 'unsafe-inline'",
  'https://a.com\nhttps://b.com',
  'https://a.com https://b.com',
  "'unsafe-eval'",
  'data:',
  '*',
])('refuses %j, which could loosen more than its own address', (typed) => {
  expect(sourceOf(typed)).not.toMatch(EXTERNAL_SOURCE)
})
