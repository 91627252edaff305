import mongoose from 'mongoose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { patiently } from '../fixtures/browser'
import { startRunningForum, type RunningForum } from '../fixtures/community'
import { startProcess, type ForumProcess } from '../fixtures/process'
import { startSmtp } from '../fixtures/smtp'

const MEMBERS = 12
/** The mails during which the process dies: before it learns that they have arrived, or, of the second, as it does. */
const KILLS = [3, 6, 9]

let smtp: Awaited<ReturnType<typeof startSmtp>>
let forum: RunningForum
let database: mongoose.Connection

beforeAll(async () => {
  smtp = await startSmtp()
  forum = await startRunningForum({ SMTP_URL: smtp.url, MAIL_FROM: 'luntan@forum.example' })
  database = await mongoose.createConnection(forum.env.MONGODB_URI ?? '').asPromise()
})
afterAll(async () => {
  await database?.close()
  await forum?.stop()
  await smtp?.stop()
})

/** Makes everything due now, as if time had passed. */
const letTimePass = async () => {
  const past = new Date(0)
  await database.collection('notificationSettings').updateMany({}, { $set: { digestAt: past } })
  await database.collection('outgoingMails').updateMany({}, { $set: { dueAt: past } })
}

it('loses no mail when its process is killed while it sends, and sends at most that one again', async () => {
  for (let i = 0; i < MEMBERS; i++) {
    const member = await forum.community.register(`shouxinren${i}`)
    const { text } = await smtp.mailTo(`shouxinren${i}@example.com`)
    const token = /verify-email#(\S+)/.exec(text)?.[1] ?? ''
    await forum.community.as().call('verifyEmail', { token })
    await forum.community.as(member).call('updateNotificationSettings', { digest: 'weekly' })
  }
  const admin = await forum.community.signIn('zongguan')
  await forum.community.startThread(admin, '大家都在看的', '热闹')
  const from = smtp.received.length
  const digests = () => smtp.received.slice(from)
  let starting: Promise<ForumProcess> = Promise.resolve(forum.process)
  for (const [i, at] of KILLS.entries()) {
    // Before the process starts, which may have sent everything by the time it is ready.
    const death = new Promise<void>((resolve) => {
      smtp.whenReceived(async () => {
        if (digests().length < at) return
        smtp.whenReceived(() => undefined)
        const killed = (await starting).killAll().then(resolve)
        if (i !== 1) await killed
      })
    })
    if (i === 0) await letTimePass()
    await death
    await database.collection('outgoingMails').updateMany({}, { $set: { dueAt: new Date(0) } })
    starting = startProcess(forum.env)
  }
  const running = await starting
  const waiting = () => database.collection('outgoingMails').countDocuments()
  await expect.poll(waiting, patiently).toBe(0)
  await running.killAll()
  const ids = digests().map(({ headers }) => headers.get('message-id'))
  expect(new Set(digests().flatMap(({ to }) => to)).size).toBe(MEMBERS)
  // A mail that comes twice is recognised by its id.
  expect(new Set(ids).size).toBe(MEMBERS)
  expect(ids.length).toBeLessThanOrEqual(MEMBERS + KILLS.length)
})
