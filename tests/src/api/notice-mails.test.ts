import { createHmac } from 'node:crypto'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@forum/shared/clock'
import type { Api, BodyOf } from '@forum/shared/contract'
import { MAIL_WAIT_MINUTES } from '@forum/http-api/limits'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestForum, type TestForum, type TestMember } from '../fixtures/forum'
import { startSmtp } from '../fixtures/smtp'

const SECRET = 'a secret of bounces for tests only'
const WAIT_MS = MAIL_WAIT_MINUTES * MINUTE_MS

describe('notifications by mail', () => {
  let smtp: Awaited<ReturnType<typeof startSmtp>>
  let forum: TestForum
  let author: TestMember

  beforeAll(async () => {
    smtp = await startSmtp()
    const bounces = { address: 'bounces@forum.example', secret: SECRET }
    forum = await startTestForum({
      config: { mail: { url: smtp.url, from: 'luntan@forum.example', bounces } },
    })
    author = await forum.member('xiezuozhe')
  })
  afterAll(async () => {
    await forum.stop()
    await smtp.stop()
  })
  afterEach(() => forum.api.db.outgoingMails.deleteMany({}))

  const choose = (member: TestMember, settings: BodyOf<Api['updateNotificationSettings']>) =>
    forum.as(member).call('updateNotificationSettings', settings)
  /** Lets time pass, sends what is due and returns what was mailed since. */
  const after = async (ms: number) => {
    await forum.settle()
    const from = smtp.received.length
    forum.clock.advance(ms)
    await forum.api.sweep()
    await forum.settle()
    return smtp.received.slice(from)
  }
  /** A member with a thread, to whom replies are mailed. */
  const starter = async (username: string, settings = {}) => {
    const member = await forum.member(username)
    await choose(member, { reply: 'mail', quote: 'mail', mention: 'mail', ...settings })
    return { member, thread: await forum.thread(member, 3, `${username}的主题`) }
  }
  const reply = (threadId: number, content: string, by = author) => forum.as(by).reply(threadId, content)
  const urlIn = (value: string | undefined) => new URL(/<(.+)>/.exec(value ?? '')?.[1] ?? '')

  it('mails the note of an update of a watched thread, with a button to the opening post', async () => {
    const watcher = await forum.member('kanzhinan')
    const thread = await forum.thread(author, 3, '报税指南')
    await choose(watcher, { update: 'mail' })
    await forum.as(watcher).call('watchThread', { threadId: thread.id, watched: true })
    const edit = { threadId: thread.id, content: '今年的新表格在第三节', note: '换了今年的表格' }
    await forum.as(author).call('updateThread', edit)
    const [mail, ...others] = await after(WAIT_MS)
    expect(others).toEqual([])
    expect(mail?.to).toEqual(['kanzhinan@example.com'])
    expect(mail?.text).toContain('xiezuozhe 更新了《报税指南》：换了今年的表格')
    expect(mail?.text).not.toContain('新表格')
    expect(mail?.text).toContain(`https://forum.example/posts/${thread.openingPostId}`)
  })

  it('mails an unread reply after ten minutes, once, in both parts and with one button', async () => {
    const { member, thread } = await starter('weidu')
    const post = await reply(thread.id, '等了三年，<终于> 抽中了 & 高兴')
    expect(await after(WAIT_MS - MINUTE_MS)).toEqual([])
    const [mail, ...others] = await after(MINUTE_MS)
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: ['weidu@example.com'] })
    expect(mail?.headers.get('subject')).toContain('weidu的主题')
    expect(mail?.text).toContain('> 等了三年，<终于> 抽中了 & 高兴')
    expect(mail?.text).toContain(`https://forum.example/posts/${post.id}`)
    expect(mail?.html).toContain('等了三年，&lt;终于&gt; 抽中了 &amp; 高兴')
    expect(mail?.html.match(/class="button"/g)).toHaveLength(1)
    expect(mail?.html).toContain('去 2 楼看')
    expect(await after(DAY_MS)).toEqual([])
    // Until the thread is visited, further replies are not mailed.
    await reply(thread.id, '又一条')
    expect(await after(WAIT_MS)).toEqual([])
    await forum.as(member).call('markThreadRead', { threadId: thread.id, number: 3 })
    await reply(thread.id, '看过以后的')
    const [again] = await after(WAIT_MS)
    expect(again?.text).toContain('看过以后的')
    expect(again?.text).not.toContain('又一条')
  })

  it('mails nothing that was read meanwhile', async () => {
    const { member, thread } = await starter('duguo')
    await reply(thread.id, '看看')
    await forum.settle()
    await forum.as(member).call('readNotifications', { all: true })
    expect(await after(WAIT_MS)).toEqual([])
  })

  it('mails in the script in which a member reads, and shows how to end the mails in it', async () => {
    const { member, thread } = await starter('duzhefanti')
    const mailedOf = async (script: 'traditional' | 'simplified', content: string) => {
      await forum.as(member).call('updateProfile', { script })
      await forum.as(member).call('markThreadRead', { threadId: thread.id, number: 9 })
      await reply(thread.id, content)
      return (await after(WAIT_MS))[0]
    }
    const mail = await mailedOf('traditional', '后来发现头发还在')
    expect(mail?.headers.get('subject')).toContain('duzhefanti的主題')
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain('後來發現頭髮還在')
      expect(part).toContain('去 2 樓看')
      expect(part).toContain(`https://forum.example/posts/`)
    }
    expect(mail?.html).toContain('<html lang="zh-Hant">')
    const { pathname, search } = urlIn(mail?.headers.get('list-unsubscribe'))
    const page = await forum.request.get(`${pathname}${search}`).expect(200)
    expect(page.text).toContain('關注的主題有新回覆')
    expect(page.text).toContain('<html lang="zh-Hant">')
    const simplified = await mailedOf('simplified', '後來發現頭髮還在')
    expect(simplified?.text).toContain('后来发现头发还在')
    expect(simplified?.html).toContain('<html lang="zh-Hans">')
  })

  it('sends mails that follow each other over one connection', async () => {
    const { member, thread } = await starter('yigelianjie')
    for (const { id } of [thread, await forum.thread(member), await forum.thread(member)])
      await reply(id, '一条')
    const before = smtp.connections()
    expect(await after(WAIT_MS)).toHaveLength(3)
    expect(smtp.connections() - before).toBeLessThanOrEqual(1)
  })

  it('groups what happens in a thread, and mails each thread by itself', async () => {
    const { member, thread } = await starter('hebing')
    const other = await forum.thread(member, 3, '另一个主题')
    await reply(thread.id, '第一条')
    await reply(thread.id, '第二条 @hebing')
    await reply(other.id, '别处的')
    const mails = await after(WAIT_MS)
    expect(mails).toHaveLength(2)
    const [first] = mails.filter(({ text }) => text.includes('第一条'))
    expect(first?.text).toContain('第二条')
    expect(first?.text).not.toContain('别处的')
  })

  it('keeps stored settings of earlier versions working', async () => {
    const { member } = await starter('jiushezhi')
    await forum.api.db.notificationSettings.updateOne(
      { _id: member.id },
      { $set: { settings: { reply: 'push', like: 'off' } } },
    )
    const { settings } = await forum.as(member).call('getNotificationSettings', {})
    expect(settings).toMatchObject({ reply: 'push', like: 'off', digest: 'off', quiet: null })
  })

  it.each([
    ['not verified', { $unset: { emailVerifiedAt: 1 } } as const],
    ['bouncing', { $set: { emailBouncedAt: new Date() } } as const],
    ['of a banned member', { $set: { status: 'banned' as const, bannedUntil: null } }],
  ])('mails nothing to an address that is %s', async (_, change) => {
    const { member, thread } = await starter(
      `buji${Object.keys(Object.values(change)[0] ?? {})[0]}`.slice(0, 20),
    )
    await forum.api.db.members.updateOne({ _id: member.id }, change)
    await reply(thread.id, '收不到')
    expect(await after(WAIT_MS)).toEqual([])
  })

  it('waits for the end of a silence, and then mails everything at once', async () => {
    const { member, thread } = await starter('anjing', {
      quiet: { from: '22:30', to: '07:30' },
      timeZone: 'America/New_York',
    })
    const other = await forum.thread(member, 3, '夜里另一个')
    // 23:00 in New York.
    forum.clock.advance(Date.parse('2030-01-05T04:00:00Z') - forum.clock.now().getTime())
    const by = await forum.member('yeyouren')
    await reply(thread.id, '夜里的一条', by)
    await reply(other.id, '夜里的另一条', by)
    expect(await after(WAIT_MS)).toEqual([])
    const [mail, ...others] = await after(9 * HOUR_MS)
    expect(others).toEqual([])
    expect(mail?.text).toContain('夜里的一条')
    expect(mail?.text).toContain('夜里的另一条')
    author = await forum.member('xiezuozhe2')
  })

  it('ends one kind of mail by one click without signing in, as RFC 8058 has it', async () => {
    const { member, thread } = await starter('tuiding')
    await reply(thread.id, '一条')
    const [mail] = await after(WAIT_MS)
    expect(mail?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const url = urlIn(mail?.headers.get('list-unsubscribe'))
    const path = `${url.pathname}${url.search}`
    const page = await forum.request.get(path).expect(200)
    expect(page.text).toContain('关注的主题有新回复')
    // Opening the page ends nothing: programs that scan mail do.
    expect((await forum.as(member).call('getNotificationSettings', {})).settings.reply).toBe('mail')
    await forum.request.post(path).type('form').send('List-Unsubscribe=One-Click').expect(204)
    const { settings } = await forum.as(member).call('getNotificationSettings', {})
    expect(settings).toMatchObject({ reply: 'site', quote: 'mail' })
    const all = /https:\/\/\S+\.all\.\S+/.exec(mail?.text ?? '')?.[0] ?? ''
    const { pathname, search } = new URL(all)
    await forum.request.post(`${pathname}${search}`).expect(204)
    expect((await forum.as(member).call('getNotificationSettings', {})).settings).toMatchObject({
      quote: 'site',
      mention: 'site',
    })
  })

  it('refuses tokens of unsubscribing that it has not made', async () => {
    const { member } = await starter('weizao')
    for (const token of ['', `${member.id}.all.x`, 'x'.repeat(40), `${member.id}.everything.x`])
      await forum.request.post('/api/mail/unsubscribe').query({ token }).expect(404)
    const page = await forum.request.get('/api/mail/unsubscribe?token=x').expect(200)
    expect(page.text).not.toContain('<form')
  })

  it('puts no line of a name or a title into the headers', async () => {
    const { member, thread } = await starter('touzhuru')
    await forum.api.db.threads.updateOne(
      { _id: thread.id },
      { $set: { title: 'x\r\nBcc: zei@example.com\r\n\r\n<script>' } },
    )
    await reply(thread.id, '一条')
    const [mail] = await after(WAIT_MS)
    expect(mail?.to).toEqual([`${member.username}@example.com`])
    expect(mail?.headers.has('bcc')).toBe(false)
    expect(mail?.html).not.toContain('<script>')
  })

  it('sends again what a server could not take, and neither loses nor doubles it', async () => {
    const { thread } = await starter('zaishi')
    smtp.refuse('zaishi@example.com', 451)
    await reply(thread.id, '一定要到')
    expect(await after(WAIT_MS)).toEqual([])
    smtp.accept('zaishi@example.com')
    expect(await after(MINUTE_MS + 1)).toHaveLength(1)
    expect(await after(DAY_MS)).toEqual([])
  })

  it('sends what a process that died was sending', async () => {
    const { member, thread } = await starter('siwang')
    await reply(thread.id, '没寄完')
    await forum.settle()
    forum.clock.advance(WAIT_MS)
    // As a process leaves it that dies while it sends.
    const dueAt = new Date(forum.clock.now().getTime() + 2 * MINUTE_MS)
    await forum.api.db.outgoingMails.updateOne({ userId: member.id }, { $set: { dueAt } })
    expect(await after(MINUTE_MS)).toEqual([])
    expect(await after(MINUTE_MS)).toHaveLength(1)
  })

  it('marks an address that is refused for good, and mails nothing there until it is verified again', async () => {
    const { member, thread } = await starter('tuixin')
    smtp.refuse('tuixin@example.com')
    await reply(thread.id, '退回来')
    expect(await after(WAIT_MS)).toEqual([])
    const { user } = await forum.as(member).call('me', {})
    expect(user).toMatchObject({ emailVerified: true, emailBounces: true })
    smtp.accept('tuixin@example.com')
    const from = smtp.received.length
    await forum.as(member).call('resendEmail')
    const { text } = await smtp.mailTo('tuixin@example.com', from)
    await forum.as().call('verifyEmail', { token: /#(\S+)/.exec(text)?.[1] ?? '' })
    expect((await forum.as(member).call('me', {})).user.emailBounces).toBe(false)
  })

  it('marks an address by a signed report of a bounce, named by the address it was sent from', async () => {
    const { member, thread } = await starter('tuixin2')
    await reply(thread.id, '会退回来')
    const [mail] = await after(WAIT_MS)
    expect(mail?.from).toMatch(/^bounces\+\d+-[0-9a-f]+@forum\.example$/)
    const report = (body: string, secret = SECRET) =>
      forum.request
        .post('/api/mail/bounces')
        .type('json')
        .set('X-Signature', createHmac('sha256', secret).update(body).digest('hex'))
        .send(body)
    const bounce = (recipient = '', kind = 'permanent') => JSON.stringify({ recipient, kind })
    const bounces = async () => (await forum.as(member).call('me', {})).user.emailBounces
    await report(bounce(mail?.from), 'another secret of somebody else entirely').expect(403)
    await report(bounce(mail?.from, 'temporary')).expect(204)
    await report(bounce(`bounces+${member.id}-0123456789@forum.example`)).expect(204)
    expect(await bounces()).toBe(false)
    await report(bounce(mail?.from)).expect(204)
    expect(await bounces()).toBe(true)
  })

  it('mails that a private message has come, without its words', async () => {
    const { member } = await starter('shouxin', { message: 'mail' })
    const message = { recipientId: member.id, subject: '合租', content: '只给你看' }
    await forum.as(author).call('sendMessage', message)
    const [mail] = await after(WAIT_MS)
    expect(mail?.text).toMatch(/给你发来站内信[^]*合租[^]*\/my\/messages\//)
    expect(`${mail?.text}${mail?.html}`).not.toContain('只给你看')
    // The next mail tells of the newest, which the last one did not know.
    await forum.as(author).call('sendMessage', { ...message, subject: '改时间' })
    const [next] = await after(WAIT_MS)
    expect(next?.text).toContain('改时间')
  })

  it('hides everything that was said from members who want no content', async () => {
    const { thread } = await starter('yincang', { hideContent: true })
    await reply(thread.id, '不想让人看见')
    const [mail] = await after(WAIT_MS)
    expect(mail?.headers.get('subject')).toContain('你有新的通知')
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/不想让人看见|yincang的主题|xiezuozhe/)
  })

  it('mails a weekly digest on Friday of what moved in what a member follows and the best of the rest', async () => {
    const [reader, by] = [await forum.member('zhaiyao'), await forum.member('xiezuozhe3')]
    const [watched, best, read] = [
      await forum.thread(by, 3, '关注着的'),
      await forum.thread(by, 3, '大家都在看的'),
      await forum.thread(by, 3, '已经看过的'),
    ]
    await forum.as(by).call('updatePost', {
      postId: watched.openingPostId,
      content: `开头很长${'，很长'.repeat(40)}`,
      version: 1,
    })
    await choose(reader, { digest: 'weekly', reply: 'off' })
    await forum.as(reader).call('watchThread', { threadId: watched.id, watched: true })
    await reply(best.id, '热闹', by)
    for (const { id } of [watched, read])
      await forum.as(reader).call('markThreadRead', { threadId: id, number: 1 })
    await reply(watched.id, '新动静', by)
    const untilDue = async () => {
      const { digestAt = new Date(0) } =
        (await forum.api.db.notificationSettings.findOne({ _id: reader.id })) ?? {}
      const due = new Intl.DateTimeFormat('en-US', {
        timeZone: 'America/New_York',
        weekday: 'short',
        hour: 'numeric',
      }).format(digestAt)
      expect(due).toMatch(/^Fri,? 8\sAM$/)
      return digestAt.getTime() - forum.clock.now().getTime() + MINUTE_MS
    }
    const mails = await after(await untilDue())
    const mail = mails.find(({ to }) => to.includes('zhaiyao@example.com'))
    expect(mail?.headers.get('subject')).toContain('这一周值得看的')
    // A long opening would push the other threads off the screen.
    expect(mail?.text).toMatch(/^开头很长(?:，很长)+，?[很长]?…$/m)
    const listed = ['关注着的', '大家都在看的', '已经看过的'].filter((title) => mail?.text.includes(title))
    expect(listed).toEqual(['关注着的', '大家都在看的'])
    expect(mail?.text.indexOf('关注着的')).toBeLessThan(mail?.text.indexOf('大家都在看的') ?? 0)
    // Nothing has happened since.
    expect((await after(await untilDue())).filter(({ to }) => to.includes('zhaiyao@example.com'))).toEqual([])
  })
})
