import { expect, test } from 'vitest'
import { readConfig } from './config'

const faultOf = (REDIS_URL: string): string => {
  try {
    readConfig({ REDIS_URL })
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
  return ''
}

test.each([
  'redis-sentinel://a:26379/mymaster',
  'redis+sentinel://a:26379,b:26379/mymaster',
  'rediss+cluster://a:6379',
  'redis://a:6379,b:6379',
  'redis://a,b:6379',
  'redis://user:secret@a:6379,b:6379/0',
])('REDIS_URL %s is refused in both languages, without its password', (url) => {
  expect(faultOf(url)).toMatch(/Sentinel.*Cluster.*not supported.*不支持/)
  expect(faultOf(url)).not.toContain('secret')
})

test.each(['redis://localhost', 'redis://:pass,word@localhost:6379/1', 'rediss://user:pass@host:6380'])(
  'REDIS_URL %s is accepted',
  (url) => expect(faultOf(url)).toBe(''),
)
