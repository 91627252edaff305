import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestForum, type TestForum } from '../fixtures/forum'
import { startGithub, startWechat } from '../fixtures/oauth-sites'

describe('signing in with GitHub and WeChat', () => {
  let forum: TestForum
  let github: Awaited<ReturnType<typeof startGithub>>
  let wechat: Awaited<ReturnType<typeof startWechat>>

  beforeAll(async () => {
    github = await startGithub()
    wechat = await startWechat()
    forum = await startTestForum({ config: { oidcProviders: [github.config, wechat.config] } })
  })
  afterAll(async () => {
    await forum.stop()
    await Promise.all([github.stop(), wechat.stop()])
  })

  const begin = async (id: 'github' | 'wechat') => {
    const { headers } = await forum.request.get(`/api/auth/oidc/${id}/start`).expect(302)
    return { url: headers.location ?? '', cookie: headers['set-cookie']?.[0]?.split(';')[0] ?? '' }
  }
  const comeBack = async ({ pathname, search }: URL, cookie: string) => {
    const { headers } = await forum.request
      .get(pathname + search)
      .set('Cookie', cookie)
      .expect(302)
    return new URLSearchParams((headers.location ?? '').split('#')[1])
  }
  const codeOf = async (id: 'github' | 'wechat') => {
    const { url, cookie } = await begin(id)
    const callback = await (id === 'github' ? github : wechat).visit(url)
    return (await comeBack(callback, cookie)).get('code') ?? ''
  }

  it('registers a member of GitHub with the address that GitHub has verified', async () => {
    const emails = [
      { email: 'old@mail.example', primary: false, verified: true },
      { email: 'octo@mail.example', primary: true, verified: true },
    ]
    github.is({ id: 583_231, login: 'octo-cat', name: '章鱼猫', emails })
    const code = await codeOf('github')
    expect(await forum.as().call('finishOidc', { code })).toEqual({
      register: { suggestedUsername: 'octo', needsEmail: false },
    })
    expect(await forum.as().call('finishOidc', { code, username: 'octocat' })).toMatchObject({
      user: {
        email: 'octo@mail.example',
        emailVerified: true,
        identities: [{ provider: 'github', name: '章鱼猫' }],
      },
    })
    // The account there is its number, whatever it is called.
    github.is({ id: 583_231, login: 'renamed', name: null })
    expect(await forum.as().call('finishOidc', { code: await codeOf('github') })).toMatchObject({
      user: { username: 'octocat' },
    })
    github.is({ id: 7, login: 'octo-cat' })
    expect(await forum.as().call('finishOidc', { code: await codeOf('github') })).toHaveProperty('register')
  })

  it('takes no address of GitHub that is not verified', async () => {
    const emails = [{ email: 'octo2@mail.example', primary: true, verified: false }]
    github.is({ id: 8, login: 'liar', emails })
    expect(await forum.as().call('finishOidc', { code: await codeOf('github') })).toEqual({
      register: { suggestedUsername: 'liar', needsEmail: true },
    })
  })

  it('registers a member of WeChat, who is the same in every app of the operator', async () => {
    wechat.is({ openid: 'o1', unionid: 'u1', nickname: '微信用户' })
    const code = await codeOf('wechat')
    expect(await forum.as().call('finishOidc', { code })).toEqual({
      register: { suggestedUsername: '', needsEmail: true },
    })
    await forum.as().refused('VALIDATION_FAILED', 'finishOidc', { code, username: 'weixinyonghu' })
    const email = 'weixin@mail.example'
    expect(await forum.as().call('finishOidc', { code, username: 'weixinren', email })).toMatchObject({
      user: { email, emailVerified: false, identities: [{ provider: 'wechat', name: '微信用户' }] },
    })
    wechat.is({ openid: 'o2', unionid: 'u1', nickname: '改名' })
    expect(await forum.as().call('finishOidc', { code: await codeOf('wechat') })).toMatchObject({
      user: { username: 'weixinren' },
    })
  })

  it.each(['github', 'wechat'] as const)(
    'accepts from %s only what this browser has begun there, once',
    async (id) => {
      const site = id === 'github' ? github : wechat
      github.is({ id: 9, login: 'attacker' })
      wechat.is({ openid: 'o9', unionid: 'u9', nickname: '攻击者' })
      const refusedWith = async (callback: URL, cookie: string) => {
        expect([...(await comeBack(callback, cookie)).keys()]).toEqual(['error'])
      }
      const mine = await begin(id)
      const theirs = await begin(id)
      const callback = await site.visit(theirs.url)
      // The state of somebody else.
      await refusedWith(callback, mine.cookie)
      await refusedWith(callback, '')
      // A callback of the other site.
      const other = id === 'github' ? 'wechat' : 'github'
      await refusedWith(new URL(callback.href.replace(`/${id}/`, `/${other}/`)), theirs.cookie)
      const begunThere = await begin(other)
      const mixed = new URL(callback.href.replace(`/${id}/`, `/${other}/`))
      mixed.searchParams.set('state', new URL(begunThere.url).searchParams.get('state') ?? '')
      await refusedWith(mixed, begunThere.cookie)
      // It is accepted once.
      expect((await comeBack(callback, theirs.cookie)).get('code')).not.toBeNull()
      await refusedWith(callback, theirs.cookie)
    },
  )

  it('refuses the code of somebody else under a state of its own', async () => {
    github.is({ id: 10, login: 'attacker' })
    const mine = await begin('github')
    const theirs = await github.visit((await begin('github')).url)
    theirs.searchParams.set('state', new URL(mine.url).searchParams.get('state') ?? '')
    expect([...(await comeBack(theirs, mine.cookie)).keys()]).toEqual(['error'])
  })

  it('refuses an answer of GitHub that names another issuer', async () => {
    const { url, cookie } = await begin('github')
    const callback = await github.visit(url)
    callback.searchParams.set('iss', 'https://evil.example')
    expect([...(await comeBack(callback, cookie)).keys()]).toEqual(['error'])
  })

  it('leads whoever refuses at WeChat back to the page', async () => {
    const { url, cookie } = await begin('wechat')
    const callback = await wechat.visit(url)
    callback.searchParams.delete('code')
    expect([...(await comeBack(callback, cookie)).keys()]).toEqual(['error'])
  })
})
