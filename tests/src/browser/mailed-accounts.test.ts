import { DAY_MS, MINUTE_MS } from '@forum/shared/clock'
import { MAIL_WAIT_MINUTES } from '@forum/http-api/limits'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserOf, patiently, postNumbered } from '../fixtures/browser'
import { closePages, openBrowser } from '../fixtures/chromium'
import { PASSWORD, type Person } from '../fixtures/community'
import { startOidcProvider } from '../fixtures/oidc'
import { startSmtp, type ReceivedMail } from '../fixtures/smtp'
import { startTimedForum, type TimedForum } from '../fixtures/timed-forum'

const THURSDAY = 4
const WAIT_MS = MAIL_WAIT_MINUTES * MINUTE_MS

let forum: TimedForum
let smtp: Awaited<ReturnType<typeof startSmtp>>
let provider: Awaited<ReturnType<typeof startOidcProvider>>
let browser: Awaited<ReturnType<typeof openBrowser>>

beforeAll(async () => {
  ;[smtp, browser] = await Promise.all([startSmtp(), openBrowser()])
  forum = await startTimedForum(async (url) => {
    provider = await startOidcProvider('test', url)
    const { clientId: client, clientSecret: secret, ...named } = provider.config
    return {
      SMTP_URL: smtp.url,
      MAIL_FROM: 'luntan@forum.example',
      OIDC_PROVIDERS: JSON.stringify([{ ...named, client, secret }]),
    }
  })
})
afterAll(async () => {
  if (browser) await closePages(browser)
  await forum?.stop()
  await Promise.all([smtp?.stop(), provider?.stop()])
})

const open = (person: Person | null = null) => browserOf(browser, forum.url, person)
const linkIn = ({ text }: ReceivedMail, path: string) =>
  new RegExp(`http://\\S+${path}\\S*`).exec(text)?.[0] ?? ''

async function agreeAndFill(page: Page, username: string) {
  for (const name of ['服务条款', '隐私政策'])
    await page.getByRole('dialog', { name }).getByRole('button', { name: '同意并继续' }).click()
  const form = page.getByRole('main').locator('form')
  await form.getByLabel('用户名').fill(username)
  await form.getByLabel('邮箱').fill(`${username}@example.com`)
  await form.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await form.getByLabel('确认密码').fill(PASSWORD)
  await form.getByRole('button', { name: '注册', exact: true }).click()
  await page.waitForURL(`${forum.url}/`)
}

describe('an address', () => {
  it('is confirmed by a newcomer, replaced, and taken back from the old mailbox, which then sets a new password', async () => {
    const { page, context } = await open()
    await page.goto('/register')
    await agreeAndFill(page, 'youxiangren')
    const confirm = async (address: string, path: string, act: string) => {
      const link = linkIn(await smtp.mailTo(address), path)
      await page.goto(link)
      await page.getByRole('main').getByRole('button', { name: act }).click()
    }
    await confirm('youxiangren@example.com', '/verify-email', '确认这个邮箱')
    await page.getByText('邮箱已确认').waitFor()
    await page.getByRole('link', { name: '去账号设置' }).click()

    const section = page.getByRole('region', { name: '邮箱' })
    await section.getByText('已确认').waitFor()
    const before = smtp.received.length
    await section.getByRole('button', { name: '换邮箱' }).click()
    await section.getByLabel('新邮箱').fill('xinde@example.com')
    await section.getByRole('button', { name: '寄确认信' }).click()
    await section.getByText('正在换成 xinde@example.com').waitFor()
    const replaced = await smtp.mailTo('youxiangren@example.com', before)
    await confirm('xinde@example.com', '/verify-email', '确认这个邮箱')
    await page.getByText('邮箱已确认').waitFor()
    await page.getByRole('link', { name: '去账号设置' }).click()
    await section.getByText('xinde@example.com').waitFor()

    await page.goto(linkIn(replaced, '/undo-email'))
    await page.getByRole('button', { name: '撤回，并退出所有设备' }).click()
    await page.getByText('已撤回，所有设备都退出了').waitFor()
    const undone = smtp.received.length
    await page.getByRole('link', { name: '重设密码' }).click()
    await page.getByRole('main').getByLabel('用户名或邮箱').fill('youxiangren@example.com')
    await page.getByRole('button', { name: '发送链接' }).click()
    await page.getByText('请查收邮件').first().waitFor()
    await page.goto(linkIn(await smtp.mailTo('youxiangren@example.com', undone), '/reset-password'))
    await page.getByLabel('新密码', { exact: true }).fill('Changed#Horse8')
    await page.getByLabel('确认新密码').fill('Changed#Horse8')
    await page.getByRole('button', { name: '设置新密码' }).click()
    await page.waitForURL(`${forum.url}/`)
    await page.goto('/profile?tab=account')
    await section.getByText('youxiangren@example.com').waitFor()
    await context.close()
  })
})

describe('mails to a member', () => {
  /** Registers a member whose address is confirmed. */
  const registered = async (username: string) => {
    const person = await forum.community.register(username)
    const link = linkIn(await smtp.mailTo(`${username}@example.com`), '/verify-email')
    const token = new URL(link).hash.slice(1)
    await forum.community.as().call('verifyEmail', { token })
    return person
  }
  const choose = async (page: Page, row: string, choice: string) => {
    await page.getByRole('radiogroup', { name: row }).getByText(choice, { exact: true }).click()
    await page.getByRole('radiogroup', { name: row }).getByText('已存').waitFor()
  }
  const chosen = (page: Page, row: string) =>
    page.getByRole('radiogroup', { name: row }).locator('label[data-checked="true"]')

  it('come for an unread reply and not for one that was read, until one click in the mail program', async () => {
    const [reader, writer] = [await registered('duxinren'), await registered('huitieren')]
    const { page, context } = await open(reader)
    await page.goto('/notifications?view=settings')
    const row = '关注的主题有新回复'
    await choose(page, row, '邮件')
    const [read, unread] = [
      await forum.community.startThread(reader, '马上会看的'),
      await forum.community.startThread(reader, '没有去看的'),
    ]
    const from = smtp.received.length
    await forum.community.reply(writer, read, '这一条马上看到')
    await page.goto(`/threads/${read}`)
    await postNumbered(page, 2).getByText('这一条马上看到').waitFor()
    const count = async () => (await forum.community.as(reader).call('countUnreadNotifications')).count
    await expect.poll(count, patiently).toBe(0)
    const { number } = await forum.community.reply(writer, unread, '这一条没有看到')
    await expect.poll(count, patiently).toBe(1)
    forum.clock.advance(WAIT_MS)
    const mail = await smtp.mailTo('duxinren@example.com', from)
    expect(mail.text).toContain('这一条没有看到')
    const button = /class="button" href="([^"]+)"/.exec(mail.html)?.[1] ?? ''
    await page.goto(button)
    await postNumbered(page, number).getByText('这一条没有看到').waitFor()
    // The mail that was not needed is gone too, and has not been sent.
    await expect.poll(count, patiently).toBe(0)
    await page.goto('/help')
    await forum.community.reply(writer, unread, '再来一条')
    await expect.poll(count, patiently).toBe(1)
    forum.clock.advance(WAIT_MS)
    const more = smtp.received.indexOf(mail) + 1
    expect((await smtp.mailTo('duxinren@example.com', more)).text).toContain('再来一条')
    expect(smtp.received.slice(from).filter(({ text }) => text.includes('马上看到'))).toEqual([])

    // As a mail program does it: without cookies, by the header alone.
    const oneClick = /<(.+)>/.exec(mail.headers.get('list-unsubscribe') ?? '')?.[1] ?? ''
    expect(mail.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    expect((await fetch(oneClick, { method: 'POST', body })).status).toBe(204)
    await page.goto('/notifications?view=settings')
    await expect.poll(() => chosen(page, row).innerText(), patiently).toBe('站内')
    await context.close()
  })

  it('bring the threads of a week on Friday, once, with a page that ends them', async () => {
    const [reader, writer] = [await registered('zhoubaoren'), await registered('xiewenren')]
    const { page, context } = await open(reader)
    // In no time zone is it Friday yet; two days later the morning is over in all.
    const noon = forum.clock.now()
    noon.setUTCHours(12, 0, 0, 0)
    const days = (THURSDAY + 7 - noon.getUTCDay()) % 7 || 7
    forum.clock.advance(noon.getTime() + days * DAY_MS - forum.clock.now().getTime())
    await page.goto('/notifications?view=settings')
    await choose(page, '值得看的主题', '每周')
    const thread = await forum.community.startThread(writer, '这一周的新鲜事')
    const from = smtp.received.length
    forum.clock.advance(2 * DAY_MS)
    const mail = await smtp.mailTo('zhoubaoren@example.com', from)
    expect(mail.headers.get('subject')).toContain('这一周值得看的')
    await page.goto(linkIn(mail, `/threads/${thread}`))
    await page.getByRole('heading', { name: '这一周的新鲜事' }).first().waitFor()
    const stop = await context.newPage()
    const endsDigest = (/href="([^"]+unsubscribe[^"]+)"/.exec(mail.html)?.[1] ?? '').replaceAll('&amp;', '&')
    await stop.goto(endsDigest)
    await stop.getByRole('button').click()
    await expect.poll(() => stop.getByRole('button').count(), patiently).toBe(0)
    await page.goto('/notifications?view=settings')
    await expect.poll(() => chosen(page, '值得看的主题').innerText(), patiently).toBe('不要')
    await context.close()
  })
})

describe('an account of another site', () => {
  it('registers, signs in, is connected to a member, and disconnected', async () => {
    provider.is({ sub: 'browser', name: '远方来客', email: 'yuanfang@mail.example', email_verified: true })
    const { page, context, troubles } = await open()
    await page.goto('/login')
    const enter = page.getByRole('main').getByRole('button', { name: '用 测试账号 继续' })
    await enter.click()
    await page.getByRole('heading', { name: '还差一步' }).waitFor()
    expect(await page.getByRole('main').getByLabel('用户名').inputValue()).toBe('yuanfang')
    await page.getByText('我读过并同意服务条款和隐私政策').click()
    await page.getByRole('main').getByRole('button', { name: '注册', exact: true }).click()
    await page.waitForURL(`${forum.url}/`)
    // Away from the app, which would send its next request without the token.
    await page.goto('/robots.txt')
    await page.evaluate(() => {
      localStorage.removeItem('token')
    })
    await page.goto('/login')
    await enter.click()
    await page.waitForURL(`${forum.url}/`)
    await page.goto('/profile?tab=account')
    const list = page.getByRole('list', { name: '连着的账号' })
    await list.getByText('远方来客').waitFor()
    // The last way to sign in stays.
    await list.getByRole('button', { name: '断开 测试账号' }).click()
    await page.getByText('最后一种登录方法').first().waitFor()
    await context.close()

    provider.is({ sub: 'linked', name: '老账号' })
    const member = await forum.community.register('laozhanghao')
    const other = await open(member)
    await other.page.goto('/profile?tab=account')
    const linked = other.page.getByRole('list', { name: '连着的账号' })
    await linked.getByRole('button', { name: '连上 测试账号' }).click()
    await other.page.getByText('已连上').waitFor()
    await linked.getByText('老账号').waitFor()
    await linked.getByRole('button', { name: '断开 测试账号' }).click()
    await other.page.getByText('已断开').waitFor()
    await linked.getByRole('button', { name: '连上 测试账号' }).waitFor()
    expect((await forum.community.as(member).call('me')).user.identities).toEqual([])
    expect([...troubles, ...other.troubles].filter((trouble) => !trouble.includes('409'))).toEqual([])
    await other.context.close()
  })
})
