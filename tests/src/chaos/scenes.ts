import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Community, type Person } from '../fixtures/community'
import { KNOWN_MS } from './access'
import type { Cluster } from './cluster'
import type { AccessChange } from './journal'
import type { Link } from './link'
import type { SecretBoard } from './page/acts'
import type { Witness } from './truth'

/** Maximum duration of a step of a scene, after which the run counts as failed. */
const PATIENCE_MS = 60_000
const RETRY_MS = 100

/** Where scenes are played: a cluster without other faults, and two members of their own, who are newcomers. */
export interface Stage {
  cluster: Cluster
  admin: Person
  first: Witness
  second: Witness
  /** A thread that all pages show and in which nothing else is written. */
  threadId: number
  /** A thread that replies may move to. */
  movingId: number
  secret: SecretBoard
  /** Resolves once all pages are connected, so that an event reaches them. */
  connected: () => Promise<void>
  /** Resolves once all pages show a post. */
  shown: (postId: number) => Promise<void>
}

interface Written {
  id: number
  number: number
}

/**
 * Faults in an order that a random schedule meets too seldom, each the reason for one safeguard: without it, the
 * comparison at the end fails (`SWITCHES`).
 */
export const SCENES = {
  'late entry': lateEntry,
  'late search': lateSearch,
  'missed events': missedEvents,
  'left behind': leftBehind,
  'handled twice': handledTwice,
  'published before death': publishedBeforeDeath,
  'left on the way': leftOnTheWay,
  'closed board': closedBoard,
} as const
export type SceneName = keyof typeof SCENES

/** Plays a scene; rejects if it does not come to its end, for then it has proved nothing. */
export async function play(name: SceneName, stage: Stage): Promise<void> {
  const late = new AbortController()
  const isLate = wait(PATIENCE_MS, undefined, { signal: late.signal }).then(() => {
    throw new Error(`the scene "${name}" came to no end`)
  })
  isLate.catch(() => undefined)
  try {
    await Promise.race([SCENES[name](stage), isLate])
  } finally {
    late.abort()
  }
}

/** Mailbox entries that one API writes after another has written newer ones. */
async function lateEntry(stage: Stage): Promise<void> {
  const { cluster, first, second } = stage
  const [slow, fast] = apisOf(cluster)
  const message = await send(stage, first, second)
  const link = cluster.links.get('api 0 to database')!
  const entryId = `${second.person.id}:${message.id}\0`
  const caught = link.catchRequest((bytes) => bytes.includes('mailboxEntries') && bytes.includes(entryId))
  const reading = slow.call('POST', `/messages/${message.id}/read`, second.person).catch(() => undefined)
  await caught
  await untilDone(() => fast.call('DELETE', `/messages/${message.id}`, second.person))
  second.journal.deletedMessages.push(message.id)
  link.heal()
  await reading
}

/** A search that reads a thread after an edit, for the sake of another post, and the edited post not at all. */
async function lateSearch(stage: Stage): Promise<void> {
  const { cluster, first } = stage
  const [writer, searcher] = apisOf(cluster)
  const edited = await reply(stage, first, '先写')
  await searcher.call('GET', `/search/posts?q=${edited.word}`, null)
  await reply(stage, first, '再写')
  const link = cluster.links.get('api 1 to database')!
  const caught = link.catchRequest((bytes) => bytes.includes('openingPostId') && bytes.includes('title'))
  const searching = searcher.call('GET', `/search/posts?q=${edited.word}`, null).catch(() => undefined)
  await caught
  const word = wordOf(first)
  const content = `改过 ${word}`
  await untilDone(async () => {
    const { post } = await writer.call<{ post: { version: number; content: string } }>(
      'GET',
      `/posts/${edited.id}`,
      first.person,
    )
    if (post.content === content) return
    await writer.call('PUT', `/posts/${edited.id}`, first.person, { content, version: post.version })
  })
  Object.assign(
    first.journal.replies.find(({ id }) => id === edited.id)!,
    { word, content },
  )
  link.heal()
  await searching
}

/** Events that a gateway has missed, followed by others before its pages have caught up. */
async function missedEvents(stage: Stage): Promise<void> {
  const { cluster, first, connected } = stage
  await connected()
  const links = linksNamed(cluster, /^gateway \d+ to redis$/)
  for (const link of links) link.disturb('cut')
  await reply(stage, first, '没听到')
  for (const link of links) link.heal()
  // The gateways are back within two seconds, and pages wait up to two more before they read.
  for (let i = 0; i < 20; i += 1) {
    await reply(stage, first, '听到了')
    await wait(RETRY_MS)
  }
}

/** An API dies between a commit and everything that follows it, and nothing else happens in that thread. */
async function leftBehind(stage: Stage): Promise<void> {
  const text = '接着就断了'
  const { cluster, first, second } = stage
  await dieAfterCommit(cluster, text, () => reply(stage, first, text, { mentions: second.person, api: 0 }))
}

/**
 * An API dies after it has published and counted an event, before it has noted so, and the gateways, which would drop a
 * repeat, start again. The APIs publish nothing until the pages are back.
 */
async function handledTwice(stage: Stage): Promise<void> {
  const { cluster, first, second, connected, shown } = stage
  await connected()
  const link = cluster.links.get('api 0 to database')!
  const caught = link.catchRequest((bytes) => bytes.includes('$pull') && bytes.includes('pending'))
  const { id } = await reply(stage, first, '两次', { mentions: second.person, api: 0 })
  await caught
  await shown(id)
  const toRedis = linksNamed(cluster, /^api \d+ to redis$/)
  for (const each of toRedis) each.disturb('cut')
  await cluster.kill('api 0')
  const gateways = cluster.parts.filter((part) => part.startsWith('gateway'))
  await Promise.all(gateways.map((part) => cluster.kill(part)))
  drop(link)
  await Promise.all([...gateways, 'api 0'].map((part) => cluster.restart(part)))
  await connected()
  for (const each of toRedis) each.heal()
}

/** An API dies after it has published an approved text, before it has noted so. */
async function publishedBeforeDeath({ cluster, admin, first, second, threadId }: Stage): Promise<void> {
  const [dying, other] = apisOf(cluster)
  const word = wordOf(second)
  const content = `${word} 详情 https://fc-visa.example`
  const { held } = await untilDone(() =>
    other.call<{ held: { id: number } }>('POST', '/posts', second.person, { threadId, content }),
  )
  const text = { heldId: held.id, kind: 'post', postId: null, isWithdrawn: false } as const
  second.journal.held.push({ ...text, versions: [{ word, content }] })
  const approve = `/moderation/held/${held.id}/approve`
  await dieAfterCommit(cluster, word, () => dying.call('POST', approve, admin, {}))
  first.journal.decisions.push({ heldId: held.id, action: 'approve' })
}

/** An API dies between the departure of replies from their thread and their arrival in another one. */
async function leftOnTheWay(stage: Stage): Promise<void> {
  const { cluster, admin, first, threadId, movingId } = stage
  const postIds = [(await reply(stage, first, '先走')).id, (await reply(stage, first, '后走')).id]
  const [dying] = apisOf(cluster)
  const reason = wordOf(first)
  await dieAfterCommit(cluster, reason, () =>
    dying.call('POST', `/threads/${threadId}/split`, admin, { postIds, threadId: movingId, reason }),
  )
  first.journal.moves.push({ from: threadId, to: movingId, postIds, undoes: null })
}

/** Somebody replies to a thread that not everyone may read any more. */
async function closedBoard({ cluster, admin, first, secret, connected }: Stage): Promise<void> {
  await connected()
  const [community] = apisOf(cluster)
  const [threadId = 0] = secret.threadIds
  const change = async (of: AccessChange['change'], path: string, verb: string, body: object) => {
    const begunAt = Date.now()
    await untilDone(() => community.call(verb, path, admin, body))
    first.journal.access.push({ begunAt, endedAt: Date.now(), change: of })
  }
  for (const see of ['everyone', 'groups'] as const) {
    const ofBoard = { of: 'board', isOpen: see === 'everyone' } as const
    await change(ofBoard, `/boards/${secret.id}`, 'PUT', { access: { see } })
  }
  const isInside = { of: 'thread', threadId, isInside: true } as const
  await change(isInside, `/threads/${threadId}/move`, 'POST', { boardId: secret.id })
  await wait(KNOWN_MS)
  const word = `secret${first.person.id}x0x0`
  first.journal.secrets[word] = Date.now()
  const { post } = await untilDone(() =>
    community.as(admin).call('createPost', { threadId, content: `小声说 ${word}` }),
  )
  const { id, number, content } = post
  first.journal.replies.push({ id, number, threadId, word, content, isDeleted: false, mentions: null })
}

/** Has an API die once the log has an event with a text, and before it hears so; then starts it again. */
async function dieAfterCommit(cluster: Cluster, text: string, send: () => Promise<unknown>): Promise<void> {
  const link = cluster.links.get('api 0 to database')!
  const caught = link.catchResponse((bytes) => bytes.includes('threadEvents') && bytes.includes(text))
  const sent = send().catch(() => undefined)
  await caught
  await cluster.kill('api 0')
  drop(link)
  await cluster.restart('api 0')
  await sent
}

const linksNamed = (cluster: Cluster, name: RegExp) =>
  [...cluster.links].filter(([linkName]) => name.test(linkName)).map(([, link]) => link)

/** Heals a link without what it holds. */
function drop(link: Link): void {
  link.disturb('cut')
  link.heal()
}

const apisOf = (cluster: Cluster) =>
  cluster.apiUrls.map((url) => new Community(url)) as [Community, Community]

/** Repeats a call until it succeeds. */
async function untilDone<T>(call: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (performance.now() - begun > PATIENCE_MS) throw error
      await wait(RETRY_MS)
    }
  }
}

let words = 0
/** A word that no other post contains. */
const wordOf = ({ person }: Witness) => `s${person.id}x${(words += 1)}`

/** Writes a reply, once, at one API until it answers. */
async function reply(
  { cluster, threadId }: Stage,
  { person, journal }: Witness,
  text: string,
  { mentions = null, api = 0 }: { mentions?: Person | null; api?: number } = {},
): Promise<Written & { word: string }> {
  const word = wordOf({ person, journal })
  const content = mentions ? `@${mentions.username} ${text} ${word}` : `${text} ${word}`
  const key = { 'Idempotency-Key': randomUUID() }
  const community = apisOf(cluster)[api]!
  const { post } = await untilDone(() =>
    community.call<{ post: Written }>('POST', '/posts', person, { threadId, content }, key),
  )
  const { id, number } = post
  journal.replies.push({
    id,
    number,
    threadId,
    word,
    content,
    isDeleted: false,
    mentions: mentions?.id ?? null,
  })
  journal.writes += 1
  return { id, number, word }
}

async function send({ cluster }: Stage, from: Witness, to: Witness): Promise<{ id: number }> {
  const subject = wordOf(from)
  const body = { recipientId: to.person.id, subject, content: `信 ${subject}` }
  const key = { 'Idempotency-Key': randomUUID() }
  const { message } = await untilDone(() =>
    apisOf(cluster)[1].call<{ message: { id: number } }>('POST', '/messages', from.person, body, key),
  )
  from.journal.messages.push({ id: message.id, recipientId: to.person.id, subject })
  from.journal.writes += 1
  return message
}
