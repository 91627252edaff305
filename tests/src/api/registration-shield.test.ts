import type { RegistrationChallenge } from '@forum/shared/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { solve } from '../fixtures/challenge'
import { PASSWORD, startTestForum, type TestForum, type TestMember } from '../fixtures/forum'

const MINUTE = 60_000

describe('the shield of registrations', () => {
  let forum: TestForum
  let admin: TestMember
  let newcomers = 0

  beforeAll(async () => {
    forum = await startTestForum({ config: { rateLimits: true, trustProxy: 1 } })
    admin = await forum.member('zongguan', 'admin')
    await set({}, { limits: { register: { points: 1_000, seconds: 60 } } })
  })
  afterAll(() => forum.stop())
  beforeEach(() =>
    set({ challenge: false, honeypot: true, question: null, blockedDomains: [], throwaway: false }),
  )

  const set = (shield: object, others: object = {}) =>
    forum.request
      .put('/api/admin/settings')
      .set(admin.headers)
      .send({ settings: { shield, ...others } })
      .expect(200)
  const given = async (address = '203.0.113.7') => {
    const path = '/api/auth/registration'
    const { body } = await forum.request.get(path).set('X-Forwarded-For', address).expect(200)
    return body as { challenge: RegistrationChallenge | null; question: string | null }
  }
  const challenge = async (address?: string) => {
    const found = (await given(address)).challenge
    if (found === null) throw new Error('no challenge was given')
    return found
  }
  const register = (fields: object = {}, address = '203.0.113.7') => {
    const username = `xinren${++newcomers}`
    return forum.request
      .post('/api/auth/register')
      .set('X-Forwarded-For', address)
      .send({ username, email: `${username}@example.com`, password: PASSWORD, ...fields })
  }
  const refused = async (field: string, code: string, fields: object = {}, address?: string) => {
    const { body } = await register(fields, address).expect(400)
    expect(body).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ field, code }] })
  }
  const refusals = async () => {
    await forum.settle()
    return (await forum.as(admin).call('getShieldRefusals')).refusals
  }

  it('asks browsers for a proof of work by default', async () => {
    const fresh = await startTestForum({ config: { rateLimits: true }, boards: false })
    const { challenge: first, question } = await fresh.as().call('getRegistration')
    expect(first?.parameters).toMatchObject({ algorithm: 'SHA-256' })
    expect(question).toBeNull()
    await fresh.stop()
  })

  it('asks for no proof of work without rate limits', async () => {
    const fresh = await startTestForum({ boards: false })
    expect((await fresh.as().call('getRegistration')).challenge).toBeNull()
    const body = { username: 'xinren', email: 'xinren@example.com', password: PASSWORD }
    await fresh.as().call('register', body)
    await fresh.stop()
  })

  it('registers with a solution, which counts once and only where the challenge was given', async () => {
    await set({ challenge: true })
    const before = (await refusals()).challenge
    await refused('challenge', 'required')
    const solution = solve(await challenge())
    await refused('challenge', 'invalid', { challenge: solution }, '198.51.100.9')
    await register({ challenge: solution }).expect(201)
    await refused('challenge', 'used', { challenge: solution })
    expect((await refusals()).challenge).toBe(before + 3)
  })

  it('keeps a solution for another try when the registration is refused', async () => {
    await set({ challenge: true })
    const solution = solve(await challenge())
    await register({ challenge: solution, username: 'zongguan' }).expect(409)
    await register({ challenge: solution }).expect(201)
  })

  it('admits one of several registrations that bring the same solution at once', async () => {
    await set({ challenge: true })
    const solution = solve(await challenge())
    const all = await Promise.all([1, 2, 3].map(() => register({ challenge: solution })))
    expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400, 400])
  })

  it('refuses solutions that are old, altered or no solutions', async () => {
    await set({ challenge: true })
    const old = solve(await challenge())
    forum.clock.advance(11 * MINUTE)
    await refused('challenge', 'expired', { challenge: old })
    forum.clock.advance(-11 * MINUTE)
    const altered = await challenge()
    altered.parameters.keyPrefix = '00'
    await refused('challenge', 'invalid', { challenge: solve(altered) })
    for (const nonsense of ['nonsense', Buffer.from('{}').toString('base64'), 'x'.repeat(4_000)])
      await refused('challenge', 'invalid', { challenge: nonsense })
  })

  it('asks for a proof of work before a complaint, which the challenge of a registration does too', async () => {
    await set({ challenge: true })
    const complain = (fields: object = {}) =>
      forum.request
        .post('/api/complaints')
        .set('X-Forwarded-For', '203.0.113.7')
        .send({ url: '/threads/1', kind: 'other', text: '有问题', contact: 'a@example.com', ...fields })
    const asked = await forum.request.get('/api/complaints').set('X-Forwarded-For', '203.0.113.7').expect(200)
    const form = asked.body as { challenge: RegistrationChallenge }
    expect((await complain().expect(400)).body).toMatchObject({
      errors: [{ field: 'challenge', code: 'required' }],
    })
    const solution = solve(form.challenge)
    await complain({ challenge: solution }).expect(202)
    await complain({ challenge: solution }).expect(400)
    await complain({ challenge: solve(await challenge()) }).expect(202)
  })

  it('asks the question of the founder, whose answers count in any case, width and spacing', async () => {
    await set({ question: { text: '本站在哪座城市？', answers: ['New York', '纽约'] } })
    expect((await given()).question).toBe('本站在哪座城市？')
    await refused('answer', 'required')
    await refused('answer', 'wrong', { answer: '波士顿' })
    for (const answer of ['纽 约', ' ｎｅｗ　ｙｏｒｋ']) await register({ answer }).expect(201)
    expect((await refusals()).question).toBe(2)
  })

  it('refuses what fills in the field that people do not see', async () => {
    await refused('homepage', 'must_be_empty', { homepage: 'https://spam.example' })
    await register({ homepage: '' }).expect(201)
    await set({ honeypot: false })
    await register({ homepage: 'https://spam.example' }).expect(201)
    expect((await refusals()).honeypot).toBe(1)
  })

  it('refuses addresses of blocked domains and of those below them', async () => {
    await set({ blockedDomains: ['@Spam.example', '垃圾.example'] })
    for (const email of ['a@spam.example', 'b@MAIL.spam.example', 'c@xn--qes1f.example'])
      await refused('email', 'domain', { email })
    await register({ email: 'd@notspam.example' }).expect(201)
    expect((await refusals()).blockedDomains).toBe(3)
  })

  it('refuses addresses of services for throw-away mail if an admin wants it', async () => {
    await register({ email: 'once@mailinator.com' }).expect(201)
    await set({ throwaway: true })
    await refused('email', 'domain', { email: 'twice@mailinator.com' })
    expect((await refusals()).throwaway).toBe(1)
  })

  it('changes the parts that are given, logs them and shows the counts of 30 days', async () => {
    await set({ question: { text: '几点开门？', answers: ['九点'] } })
    const { settings } = await forum.as(admin).call('getSettings')
    expect(settings.shield).toMatchObject({ honeypot: true, question: { text: '几点开门？' } })
    const log = await forum.as(admin).call('listModerationLog', { action: 'set_settings' })
    expect(log.entries[0]?.changes).toContainEqual({
      field: 'shield.question',
      before: '',
      after: '几点开门？ (九点)',
    })
    await refused('answer', 'required')
    await refusals()
    forum.clock.advance(32 * 24 * 60 * MINUTE)
    await forum.api.prune()
    expect(await forum.api.db.shieldRefusals.countDocuments({})).toBe(0)
    forum.clock.advance(-32 * 24 * 60 * MINUTE)
  })
})
