import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, startTestForum, type TestForum } from '../fixtures/forum'

const METRICS_TOKEN = '监控口令-scraper'
/** Headers as each kind of proxy adds them. */
const FORWARDED: [string, string][] = [
  ['X-Forwarded-For', '203.0.113.7'],
  ['Forwarded', 'for=203.0.113.7;proto=https'],
  ['X-Real-IP', '203.0.113.7'],
  ['Via', '1.1 tunnel.example'],
  ['CF-Connecting-IP', '203.0.113.7'],
]

describe('a forum behind a proxy that it does not trust', () => {
  let forum: TestForum
  beforeAll(async () => {
    forum = await startTestForum({ config: { metricsToken: METRICS_TOKEN, demoPassword: PASSWORD } })
    await forum.member('laowang88')
  })
  afterAll(() => forum.stop())

  const metrics = (name: string, value: string) => forum.request.get('/api/metrics').set(name, value)
  const login = () =>
    forum.request.post('/api/auth/login').send({ username: 'laowang88', password: PASSWORD })
  // Header values are bytes, which Node clients write as Latin-1.
  const bearer = (token: string) => `Bearer ${Buffer.from(token).toString('latin1')}`

  it('refuses metrics without the token even to loopback, since a proxy there may not say that it forwards', async () => {
    const { body } = await forum.request.get('/api/metrics').expect(403)
    expect(body.code).toBe('FORBIDDEN')
  })

  it('serves metrics to loopback with the token', async () => {
    await forum.request.get('/api/metrics').set('Authorization', bearer(METRICS_TOKEN)).expect(200)
  })

  it.each(FORWARDED)('refuses metrics to a request with %s', async (name, value) => {
    const { body } = await metrics(name, value).expect(403)
    expect(body.code).toBe('FORBIDDEN')
  })

  it('serves metrics to a forwarded request with the token, whatever characters the token has', async () => {
    await metrics('X-Forwarded-For', '203.0.113.7').set('Authorization', bearer(METRICS_TOKEN)).expect(200)
  })

  it('refuses metrics to a forwarded request with another token of the same length', async () => {
    await metrics('X-Forwarded-For', '203.0.113.7')
      .set('Authorization', bearer(METRICS_TOKEN.replace('监', '坚')))
      .expect(403)
    await metrics('X-Forwarded-For', '203.0.113.7')
      .set('Authorization', `Bearer ${'x'.repeat(METRICS_TOKEN.length)}`)
      .expect(403)
  })

  it('signs in to a demo account over a direct connection', async () => {
    await login().expect(200)
  })

  it.each(FORWARDED)(
    'refuses a demo account over a request with %s, and explains why',
    async (name, value) => {
      const { body } = await login().set(name, value).expect(403)
      expect(body).toMatchObject({ code: 'FORBIDDEN' })
      expect(body.message).toContain('演示账号')
      const english = await login().set(name, value).set('Accept-Language', 'en').expect(403)
      expect(english.body.message).toContain('Demo accounts')
    },
  )
})

describe('a forum behind a proxy that it trusts', () => {
  let forum: TestForum
  beforeAll(async () => {
    forum = await startTestForum({ config: { trustProxy: 1, demoPassword: PASSWORD } })
    await forum.member('laowang88')
  })
  afterAll(() => forum.stop())

  it('refuses metrics to a request that claims to come from loopback', async () => {
    await forum.request.get('/api/metrics').set('X-Forwarded-For', '127.0.0.1').expect(403)
  })

  it('signs in to a demo account', async () => {
    await forum.request
      .post('/api/auth/login')
      .set('X-Forwarded-For', '203.0.113.7')
      .send({ username: 'laowang88', password: PASSWORD })
      .expect(200)
  })
})

describe('a forum without demo accounts', () => {
  let forum: TestForum
  beforeAll(async () => {
    forum = await startTestForum()
    await forum.member('laowang88')
  })
  afterAll(() => forum.stop())

  it('signs members in over a forwarded request', async () => {
    await forum.request
      .post('/api/auth/login')
      .set('X-Forwarded-For', '203.0.113.7')
      .send({ username: 'laowang88', password: PASSWORD })
      .expect(200)
  })
})
