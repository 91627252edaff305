import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, startTestForum, type TestForum, type TestMember } from '../fixtures/forum'
import { startOidcProvider, type OidcPerson } from '../fixtures/oidc'

describe('signing in with an account of another site', () => {
  let forum: TestForum
  let provider: Awaited<ReturnType<typeof startOidcProvider>>
  let other: Awaited<ReturnType<typeof startOidcProvider>>

  beforeAll(async () => {
    provider = await startOidcProvider()
    other = await startOidcProvider('other')
    forum = await startTestForum({ config: { oidcProviders: [provider.config, other.config] } })
  })
  afterAll(async () => {
    await forum.stop()
    await Promise.all([provider.stop(), other.stop()])
  })

  /** Begins in a browser; returns where it is led, and the cookie that it keeps. */
  const begin = async (id = 'test', returnTo = '/boards/42', fresh = 'false') => {
    const { headers } = await forum.request
      .get(`/api/auth/oidc/${id}/start`)
      .query({ returnTo, fresh })
      .expect(302)
    return { url: headers.location ?? '', cookie: headers['set-cookie']?.[0] ?? '' }
  }
  /** Comes back from the provider; returns what the page is given. */
  const comeBack = async (callback: URL, cookie: string) => {
    const path = callback.pathname + callback.search
    const { headers } = await forum.request
      .get(path)
      .set('Cookie', cookie.split(';')[0] ?? '')
      .expect(302)
    const [path2, fragment = ''] = (headers.location ?? '').split('#')
    expect(path2).toBe('/login/with')
    return new URLSearchParams(fragment)
  }
  const codeOf = async (person: OidcPerson) => {
    provider.is(person)
    const { url, cookie } = await begin()
    return (await comeBack(await provider.visit(url), cookie)).get('code') ?? ''
  }
  const registered = async (person: OidcPerson, username: string) => {
    const code = await codeOf(person)
    const signedIn = await forum
      .as()
      .call('finishOidc', { code, username, email: `${username}@typed.example` })
    if (!('user' in signedIn)) throw new Error('nobody was registered')
    return signedIn
  }

  it('names the providers of the configuration', async () => {
    const { providers } = await forum.as().call('listProviders')
    expect(providers).toEqual([
      { id: 'test', name: '测试账号' },
      { id: 'other', name: '测试账号' },
    ])
    await forum.request.get('/api/auth/oidc/unknown/start').expect(404)
  })

  it('registers a newcomer, who is asked for a username, and signs in from then on', async () => {
    const person = { sub: 'p1', name: '北海', email: 'beihai@mail.example', email_verified: true }
    const code = await codeOf(person)
    expect(await forum.as().call('finishOidc', { code })).toEqual({
      register: { suggestedUsername: 'beihai', needsEmail: false },
    })
    const made = await forum.as().call('finishOidc', { code, username: 'beihai' })
    expect(made).toMatchObject({
      user: {
        username: 'beihai',
        email: 'beihai@mail.example',
        identities: [{ provider: 'test', name: '北海' }],
      },
    })
    const again = await forum.as().call('finishOidc', { code: await codeOf(person) })
    expect(again).toMatchObject({ user: { username: 'beihai' }, token: expect.any(String) as string })
    await forum.as().refused('INVALID_CREDENTIALS', 'login', { username: 'beihai', password: PASSWORD })
  })

  it('uses a code once', async () => {
    const person = { sub: 'once' }
    await registered(person, 'zhiyici')
    const code = await codeOf(person)
    await forum.as().call('finishOidc', { code })
    await forum.as().refused('VALIDATION_FAILED', 'finishOidc', { code })
    const late = await codeOf(person)
    forum.clock.advance(11 * 60_000)
    await forum.as().refused('VALIDATION_FAILED', 'finishOidc', { code: late })
    forum.clock.advance(-11 * 60_000)
  })

  it('never lets an address lead to an account, whether the provider has verified it or lies', async () => {
    const victim = await forum.member('shouhairen')
    for (const email_verified of [true, false]) {
      const code = await codeOf({
        sub: `liar${email_verified}`,
        email: 'shouhairen@example.com',
        email_verified,
      })
      expect(await forum.as().call('finishOidc', { code })).toHaveProperty('register')
      const email = email_verified ? {} : { email: 'shouhairen@example.com' }
      await forum.as().refused('EMAIL_TAKEN', 'finishOidc', { code, username: 'pianzi', ...email })
    }
    expect((await forum.as(victim).call('me')).user.identities).toEqual([])
  })

  it('takes no address over that the provider has not verified', async () => {
    const code = await codeOf({ sub: 'unverified', email: 'other@mail.example', email_verified: false })
    await forum.as().refused('VALIDATION_FAILED', 'finishOidc', { code, username: 'weiyanzheng' })
    const email = 'typed@mail.example'
    const made = await forum.as().call('finishOidc', { code, username: 'weiyanzheng', email })
    expect(made).toMatchObject({ user: { email } })
  })

  it('links the member who is signed in, and unlinks while another way to sign in remains', async () => {
    const member = await forum.member('lianjieren')
    forum.clock.advance(16 * 60_000)
    await forum.as(member).refused('PASSWORD_REQUIRED', 'finishOidc', { code: await codeOf({ sub: 'link' }) })
    await forum.as(member).call('confirmPassword', { password: PASSWORD })
    const linked = await forum
      .as(member)
      .call('finishOidc', { code: await codeOf({ sub: 'link', name: '老王' }) })
    expect(linked).toMatchObject({ user: { identities: [{ provider: 'test', name: '老王' }] } })
    expect(await forum.as().call('finishOidc', { code: await codeOf({ sub: 'link' }) })).toMatchObject({
      user: { id: member.id },
    })
    const stranger = await forum.member('mosheng')
    await forum.as(stranger).refused('CONFLICT', 'finishOidc', { code: await codeOf({ sub: 'link' }) })
    await forum.as(member).refused('CONFLICT', 'finishOidc', { code: await codeOf({ sub: 'second' }) })
    await forum.as(member).call('unlinkIdentity', { provider: 'test' })
    await forum.as(member).refused('NOT_FOUND', 'unlinkIdentity', { provider: 'test' })
    const { token } = await registered({ sub: 'only' }, 'zhiyouzhege')
    const only: Pick<TestMember, 'headers'> = { headers: { Authorization: `Bearer ${token}` } }
    await forum.as(only).refused('CONFLICT', 'unlinkIdentity', { provider: 'test' })
  })

  it('lets a sign-in at the provider that is asked for stand for the password that a member has not', async () => {
    // The clock of the provider is the real one.
    forum.clock.offsetMs = 0
    const person = { sub: 'nopassword', name: '没有密码' }
    const { token, user } = await registered(person, 'meiyoumima')
    expect(user.hasPassword).toBe(false)
    const member: Pick<TestMember, 'headers'> = { headers: { Authorization: `Bearer ${token}` } }
    // A recent sign-in must not renew itself: it would never expire.
    await forum.as(member).refused('VALIDATION_FAILED', 'confirmPassword', {})
    const past = new Date(forum.clock.now().getTime() - 16 * 60_000)
    await forum.api.db.sessions.updateMany({ userId: user.id }, { $set: { createdAt: past } })
    const newPassword = 'Another#Horse7'
    const as = forum.as(member)
    await as.refused('PASSWORD_REQUIRED', 'changePassword', { newPassword })
    await as.refused('PASSWORD_REQUIRED', 'deleteAccount', { content: 'keep' })
    await as.refused('WRONG_PASSWORD', 'deleteAccount', { password: PASSWORD, content: 'keep' })
    // Coming back from the provider is not enough: it was not asked to sign the person in again.
    await as.call('finishOidc', { code: await codeOf(person) })
    await as.refused('PASSWORD_REQUIRED', 'changePassword', { newPassword })
    // Nor is somebody else there.
    provider.is({ sub: 'somebody else' })
    const freshCode = async () => {
      const { url, cookie } = await begin('test', '/profile', 'true')
      expect(new URL(url).searchParams.get('max_age')).toBe('0')
      return (await comeBack(await provider.visit(url), cookie)).get('code') ?? ''
    }
    await as.refused('PASSWORD_REQUIRED', 'finishOidc', { code: await freshCode() })
    provider.is(person)
    await as.call('finishOidc', { code: await freshCode() })
    const changed = await as.call('changePassword', { newPassword })
    expect(changed.user.hasPassword).toBe(true)
    const signedIn = await forum.as().call('login', { username: 'meiyoumima', password: newPassword })
    expect(signedIn.user.id).toBe(user.id)
    const now = forum.as({ headers: { Authorization: `Bearer ${changed.token}` } })
    await now.refused('VALIDATION_FAILED', 'changePassword', { newPassword })
    await now.call('unlinkIdentity', { provider: 'test' })
    await forum.settle()
    const { notifications } = await now.call('listNotifications', {})
    expect(notifications.map(({ text }) => text)).toEqual(['你的账号断开了 测试账号'])
  })

  it('accepts only a callback that this browser has begun, at the provider that it was led to', async () => {
    provider.is({ sub: 'attacker' })
    other.is({ sub: 'attacker' })
    const mine = await begin()
    const theirs = await begin()
    const callback = await provider.visit(theirs.url)
    const refusedWith = async (address: URL, cookie: string) => {
      expect([...(await comeBack(address, cookie)).keys()]).toEqual(['error'])
    }
    // The callback of somebody else, in a browser with and without an attempt of its own.
    await refusedWith(callback, mine.cookie)
    await refusedWith(callback, '')
    await refusedWith(callback, `${theirs.cookie.slice(0, 40)}xx`)
    // The code of somebody else, under a state of this browser: the nonce and the verifier are others.
    const injected = new URL(callback)
    injected.searchParams.set('state', new URL(mine.url).searchParams.get('state') ?? '')
    await refusedWith(injected, mine.cookie)
    // An answer of one provider, given to another.
    const mixed = new URL(callback.href.replace('/oidc/test/', '/oidc/other/'))
    await refusedWith(mixed, theirs.cookie)
    const begunThere = await begin('other')
    const state = new URL(begunThere.url).searchParams.get('state') ?? ''
    mixed.searchParams.set('state', state)
    await refusedWith(mixed, begunThere.cookie)
  })

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '\\\\evil.example',
    '/\r\n/evil.example',
    '/..//evil.example',
    '/boards/../..//evil.example',
  ])('leads back to this site instead of %j', async (returnTo) => {
    provider.is({ sub: 'returns' })
    const { url, cookie } = await begin('test', returnTo)
    const given = await comeBack(await provider.visit(url), cookie)
    expect(given.get('to')).toBe('/')
  })

  it('leads back to the page that it began on, and keeps its cookie from scripts', async () => {
    provider.is({ sub: 'returns' })
    const { url, cookie } = await begin('test', '/boards/42?page=2')
    expect(cookie).toMatch(/HttpOnly; SameSite=Lax; Secure$/)
    expect(new URL(url).searchParams.get('code_challenge_method')).toBe('S256')
    expect((await comeBack(await provider.visit(url), cookie)).get('to')).toBe('/boards/42?page=2')
  })

  it('says when to try again while a provider is out of reach', async () => {
    const gone = await startOidcProvider('gone')
    await gone.stop()
    const forumOfGone = await startTestForum({ config: { oidcProviders: [gone.config] } })
    const { body, headers } = await forumOfGone.request.get('/api/auth/oidc/gone/start').expect(503)
    expect([body.code, headers['retry-after']]).toEqual(['UNAVAILABLE', '10'])
    await forumOfGone.stop()
  })

  it('registers nobody while registration is closed', async () => {
    const admin = await forum.member('zongguan', 'admin')
    await forum.as(admin).call('setSettings', { settings: { registration: 'closed' } })
    const code = await codeOf({ sub: 'late' })
    const email = 'late@mail.example'
    await forum.as().refused('FORBIDDEN', 'finishOidc', { code, username: 'laiwanle', email })
    await forum.as(admin).call('setSettings', { settings: { registration: 'open' } })
  })
})
