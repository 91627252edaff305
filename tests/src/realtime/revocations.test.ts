import { connectRedis } from '@forum/infra'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { startAnotherApi, startTestForum } from '../fixtures/forum'
import { startRedis } from '../fixtures/redis'

test('a revoked session ends in other API processes as soon as the bus brings it, and again after an outage', async () => {
  const redis = await startRedis()
  const silent = pino({ level: 'silent' })
  const [commands, subscriber] = ['commands', 'revocations'].map((use) =>
    connectRedis(redis.url, use, silent),
  )
  const forum = await startTestForum({ redis: commands! })
  // Remembered tokens do not age in this process: only the bus can end them.
  const now = new Date()
  const other = await startAnotherApi(forum.uri, { clock: { now: () => now }, subscriber: subscriber! })
  try {
    const subscribed = () => expect.poll(() => commands!.pubsub('NUMPAT'), { timeout: 60_000 }).toBe(1)
    const member = await forum.member('xiaoli')
    const meThere = (token: string) =>
      other.request
        .get('/api/auth/me')
        .set('Authorization', `Bearer ${token}`)
        .then(({ status }) => status)
    const logOut = (token: string) =>
      forum.request.post('/api/auth/logout').set('Authorization', `Bearer ${token}`).expect(204)
    await subscribed()
    const kept = await forum.api.services.sessions.open(member.id, 'kept')
    for (const restarted of [false, true]) {
      if (restarted) {
        await redis.restart()
        await subscribed()
      }
      const token = await forum.api.services.sessions.open(member.id, 'test')
      expect(await meThere(token)).toBe(200)
      await logOut(token)
      await expect.poll(() => meThere(token), { timeout: 60_000 }).toBe(401)
      expect(await meThere(kept)).toBe(200)
    }
  } finally {
    await other.stop()
    await forum.stop()
    for (const connection of [commands, subscriber]) connection?.disconnect()
    await redis.stop()
  }
})
