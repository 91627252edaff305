import type { Message } from '@forum/shared/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { ownDatabase } from '../fixtures/database'
import { PASSWORD, startTestForum, type TestForum, type TestMember } from '../fixtures/forum'

const PEOPLE = 3
const person = fc.nat({ max: PEOPLE - 1 })
/** A step of several people through two processes; `message` picks one of those sent so far. */
const step = fc.record({
  kind: fc.constantFrom('send', 'send', 'read', 'delete', 'edit', 'block', 'unblock', 'ban'),
  by: person,
  to: person,
  message: fc.nat(),
  process: fc.nat({ max: 1 }),
  /** True if it waits for the previous steps. */
  waits: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

describe('the count of unread messages', () => {
  let processes: TestForum[]
  let zongguan: TestMember
  let names = 0

  beforeAll(async () => {
    const uri = ownDatabase()
    processes = [await startTestForum({ uri }), await startTestForum({ uri, boards: false })]
    zongguan = await first().member('zongguan', 'admin')
  })
  afterAll(() => Promise.all(processes.map((forum) => forum.stop())))

  const first = (): TestForum => {
    const [forum] = processes
    if (!forum) throw new Error('no process was started')
    return forum
  }
  const call = (process: number, by: TestMember, method: 'get' | 'post' | 'put' | 'delete', path: string) =>
    (processes[process] ?? first()).request[method](`/api${path}`).set(by.headers)

  /** Members whose sessions were ended by a ban. */
  const banned = new Set<TestMember>()
  async function signInAgain(): Promise<void> {
    await Promise.all(Array.from(banned, signIn))
    banned.clear()
  }

  async function signIn(who: TestMember): Promise<void> {
    const body = await first().as().call('login', { username: who.username, password: PASSWORD })
    who.token = body.token
    who.headers = { Authorization: `Bearer ${who.token}` }
  }

  async function take(step: Step, people: readonly TestMember[], sent: number[]): Promise<void> {
    const by = people[step.by]
    const to = people[step.to]
    if (!by || !to) return
    const id = sent[step.message % Math.max(1, sent.length)] ?? 0
    const { process } = step
    switch (step.kind) {
      case 'send': {
        const body = { recipientId: to.id, subject: '数一数', content: '一二三' }
        const response = await call(process, by, 'post', '/messages').send(body)
        if (response.status === 201) sent.push((response.body.message as Message).id)
        return
      }
      case 'read':
        await call(process, by, 'post', `/messages/${id}/read`)
        return
      case 'delete':
        await call(process, by, 'delete', `/messages/${id}`)
        return
      case 'edit':
        await call(process, by, 'put', `/messages/${id}`).send({ content: `改 ${Math.random()}` })
        return
      case 'block':
      case 'unblock':
        await call(process, by, 'put', `/users/${to.id}/block`).send({ blocked: step.kind === 'block' })
        return
      case 'ban':
        banned.add(by)
        await call(process, zongguan, 'put', `/users/${by.id}/ban`).send({ banned: true, reason: '试试' })
        await call(process, zongguan, 'put', `/users/${by.id}/ban`).send({ banned: false })
        return
    }
  }

  it('is published whenever it is counted', async () => {
    const [from, to] = [await first().member('jixinren'), await first().member('shouxinren')]
    const written = { recipientId: to.id, subject: '数一数', content: '一二三' }
    const { message } = await first().as(from).call('sendMessage', written)
    await first().as(from).call('deleteMessage', { messageId: message.id })
    await first().settle()
    const counted = await first().as(to).call('countUnreadMessages')
    const pushed = first()
      .bus.sent.filter(({ channel }) => channel === `forum:user:${to.id}`)
      .flatMap(({ message: event }) => (event.name === 'unread:changed' ? [event] : []))
      .at(-1)
    expect(counted).toEqual({ count: 1, version: pushed?.version })
  })

  it('equals the length of the unread folder after any concurrent acts of several members in two processes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        names += 1
        const people: TestMember[] = []
        for (let n = 0; n < PEOPLE; n += 1) people.push(await first().member(`renshu${names}x${n}`))
        const sent: number[] = []
        let underWay: Promise<unknown>[] = []
        for (const one of steps) {
          if (one.waits) {
            await Promise.all(underWay)
            await signInAgain()
            underWay = []
          }
          underWay.push(take(one, people, sent))
        }
        await Promise.all(underWay)
        await Promise.all(processes.map((forum) => forum.settle()))
        await signInAgain()
        for (const who of people) {
          for (const process of [0, 1]) {
            const { body: counted } = await call(process, who, 'get', '/messages/unread/count').expect(200)
            const { body: folder } = await call(
              process,
              who,
              'get',
              '/messages?type=unread&limit=100',
            ).expect(200)
            const { body: inbox } = await call(process, who, 'get', '/messages?limit=100').expect(200)
            const unread = (inbox.messages as Message[]).filter(({ isRead }) => !isRead)
            expect(folder.messages).toEqual(unread)
            expect(counted.count).toBe(unread.length)
            const { body: grouped } = await call(process, who, 'get', '/messages/threads').expect(200)
            const sum = (grouped.threads as { unreadCount: number }[]).reduce(
              (total, { unreadCount }) => total + unreadCount,
              0,
            )
            expect(sum).toBe(unread.length)
            const pushed = processes
              .flatMap(({ bus }) => bus.sent)
              .flatMap(({ channel, message }) =>
                channel === `forum:user:${who.id}` && message.name === 'unread:changed' ? [message] : [],
              )
              .sort((a, b) => b.version - a.version)[0]
            expect({ count: pushed?.messages ?? 0, version: pushed?.version ?? 0 }).toEqual(counted)
          }
        }
      }),
      { numRuns: 4 * inject('seeds') },
    )
  })
})
