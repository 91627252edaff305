import type { Context } from 'koa'
import type { Logger } from 'pino'
import { describe, expect, it, vi } from 'vitest'
import { warnOfUntrustedProxy, wasForwarded } from './proxies'

const FORWARDED = { 'x-forwarded-for': '203.0.113.7' }

describe('forwarded requests', () => {
  it.each(['forwarded', 'via', 'x-real-ip', 'x-forwarded-for', 'cf-ray'])(
    'recognises a forwarded request by %s',
    (name) => {
      expect(wasForwarded({ host: '127.0.0.1', [name]: 'x' })).toBe(true)
    },
  )

  it('distinguishes forwarded requests from direct ones', () => {
    expect(wasForwarded({ host: '127.0.0.1', 'user-agent': 'curl', cookie: 'x' })).toBe(false)
  })
})

describe('the warning about an untrusted proxy', () => {
  const warningsAfter = async (trustProxy: number, requests: object[]) => {
    const warn = vi.fn()
    const middleware = warnOfUntrustedProxy(trustProxy, { warn } as unknown as Logger)
    for (const headers of requests) await middleware({ headers } as Context, () => Promise.resolve())
    return warn.mock.calls.length
  }

  it('warns once, at the first forwarded request', async () => {
    expect(await warningsAfter(0, [{}])).toBe(0)
    expect(await warningsAfter(0, [{}, FORWARDED, FORWARDED])).toBe(1)
  })

  it('does not warn if the proxy is trusted', async () => {
    expect(await warningsAfter(1, [FORWARDED])).toBe(0)
  })
})
