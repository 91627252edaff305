/**
 * Takes pictures of the mails that members get, as they are sent, in both scripts, light and dark, wide and narrow:
 *
 *   tsx tests/src/pictures/mails.ts <folder>
 *
 * Runs a forum of its own. The plain text of each mail lies beside its pictures.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { MAIL_WAIT_MINUTES } from '@forum/http-api/limits'
import { readConfig, startForum } from '@forum/infra'
import { startEmbeddedMongodb } from '@forum/infra/embedded-mongodb'
import { DAY_MS, MINUTE_MS } from '@forum/shared/clock'
import { pino } from 'pino'
import type { Browser } from 'playwright-core'
import { startBrowser } from '../fixtures/chromium'
import { Community, PASSWORD } from '../fixtures/community'
import { TestClock } from '../fixtures/forum'
import { freePort } from '../fixtures/free-port'
import { type ReceivedMail, startSmtp } from '../fixtures/smtp'

const STEP_EVERY_MS = 2_000
const WRITERS = { simplified: '旧金山老张', traditional: '湾区的发条' }
const WEDNESDAY = 3
const WIDTHS = [600, 390]
const THEMES = ['light', 'dark'] as const
const LONG_TITLE =
  'H1B 抽签没中、OPT 只剩四个月，公司又说不帮办 O1，除了 Day 1 CPT 和回国还有什么路可以走？求过来人讲讲（附时间线）'

const { positionals } = parseArgs({ allowPositionals: true })
const [folder] = positionals
if (folder === undefined) throw new Error('tsx tests/src/pictures/mails.ts <folder>')
await mkdir(folder, { recursive: true })

const scratch = await mkdtemp(path.join(os.tmpdir(), 'mail-pictures-'))
const ends: (() => Promise<unknown>)[] = [() => rm(scratch, { recursive: true, force: true })]

async function takeAll(into: string): Promise<void> {
  const database = await startEmbeddedMongodb({
    dataDir: path.join(scratch, 'mongodb'),
    cacheDir: path.join(os.homedir(), '.cache/overseas-forum'),
  })
  ends.push(() => database.stop())
  const smtp = await startSmtp()
  ends.push(() => smtp.stop())
  const clock = new TestClock()
  const forum = await startForum({
    config: readConfig({
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      RATE_LIMITS: 'off',
      DATA_DIR: path.join(scratch, 'data'),
      MONGODB_URI: database.uri,
      SEED: 'demo',
      SMTP_URL: smtp.url,
      MAIL_FROM: 'luntan@forum.example',
      CONTACT: 'mail@forum.example',
    }),
    log: pino({ level: 'silent' }),
    say: () => undefined,
    signal: new AbortController().signal,
    searchPath: '',
    cacheDir: scratch,
    built: scratch,
    clock,
  })
  ends.push(() => forum.stop())
  const community = new Community(forum.url)
  const browser = await startBrowser()
  ends.push(() => browser.close())
  for (const script of ['simplified', 'traditional'] as const) {
    const mails = await mailsOf(script, { community, smtp, clock })
    for (const [name, mail] of Object.entries(mails))
      await take(browser, path.join(into, `${name}-${script}`), mail)
  }
}

interface Running {
  community: Community
  smtp: Awaited<ReturnType<typeof startSmtp>>
  clock: TestClock
}

/** Has a new member mailed everything that members are mailed, and returns it by its name. */
async function mailsOf(
  script: keyof typeof WRITERS,
  { community, smtp, clock }: Running,
): Promise<Record<string, ReceivedMail>> {
  // Weekly digests are sent on Fridays: what is written for them must not be a week old by then.
  while (clock.now().getUTCDay() !== WEDNESDAY) clock.advance(DAY_MS)
  const username = `tu${script}`
  const address = `${username}@example.com`
  const nextTo = (to: string) =>
    smtp.mailTo(to, smtp.received.findLastIndex((mail) => mail.to.includes(to)) + 1)
  const { user, token } = await community
    .as()
    .call('register', { username, email: address, password: PASSWORD, script })
  const welcome = await nextTo(address)
  const member = { ...user, token }
  await community.as().call('verifyEmail', { token: /#(\S+)/.exec(welcome.text)?.[1] ?? '' })
  const reset = nextTo(address)
  await community.as().call('forgotPassword', { username })
  await reset
  const replaced = nextTo(address)
  await community.as(member).call('changeEmail', { email: `xin-${address}` })
  const confirm = await nextTo(`xin-${address}`)
  await replaced
  await community.as(member).call('changeEmail', { email: address })

  await community
    .as(member)
    .call('updateNotificationSettings', { reply: 'mail', quote: 'mail', digest: 'weekly' })
  const writer = await community.register(`xie${script}`, WRITERS[script])
  const threadId = await community.startThread(member, LONG_TITLE, '先谢谢大家。', 3)
  const other = await community.startThread(writer, LONG_TITLE, '后来发现头发还在，签证也还在。'.repeat(8), 3)
  await community.as(member).call('watchThread', { threadId: other, watched: true })
  await community.replies(writer, threadId, [
    '我当年也是这样，最后走的是 NIW。律师费一共六千，从准备到批下来十四个月，中间补过一次材料；有问题可以发站内信问我。',
    '再补充一句：先把 OPT 的失业天数算清楚，超过九十天就麻烦了。',
  ])
  const notice = nextTo(address)
  await passUntil(notice, clock, MAIL_WAIT_MINUTES * MINUTE_MS)
  const digest = nextTo(address)
  await passUntil(digest, clock, DAY_MS / 2)
  return {
    welcome,
    reset: await reset,
    confirm,
    replaced: await replaced,
    notice: await notice,
    digest: await digest,
  }
}

/** Lets time pass in steps until a mail has arrived: what it is about may be stored a moment after the call. */
async function passUntil(mail: Promise<unknown>, clock: TestClock, stepMs: number): Promise<void> {
  const steps = setInterval(() => {
    clock.advance(stepMs)
  }, STEP_EVERY_MS)
  await mail.finally(() => {
    clearInterval(steps)
  })
}

async function take(browser: Browser, name: string, { text, html }: ReceivedMail): Promise<void> {
  await writeFile(`${name}.txt`, text)
  for (const colorScheme of THEMES)
    for (const width of WIDTHS) {
      const page = await browser.newPage({ colorScheme, viewport: { width, height: 400 } })
      await page.setContent(html)
      await page.screenshot({ path: `${name}-${colorScheme}-${width}.png`, fullPage: true })
      await page.close()
    }
}

try {
  await takeAll(folder)
} finally {
  for (const end of ends.reverse()) await end()
}
