import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestForum, type TestForum, type TestMember } from '../fixtures/forum'

/** The keys of docs/scale.md by which collections would be split; sessions need a lookup by token first. */
const SHARD_KEYS: Readonly<Record<string, string>> = {
  threadEvents: 'threadId',
  posts: 'threadId',
  threads: '_id',
  likes: '_id',
  readStates: '_id',
  mailboxEntries: 'ownerId',
  conversations: '_id',
  messages: '_id',
  notifications: 'userId',
  unreadCounts: '_id',
  users: '_id',
  visits: '_id',
  counters: '_id',
}

/** A command as the driver sends it, of the shapes that occur here. */
interface Command {
  filter?: object
  query?: object
  pipeline?: { $match?: object }[]
  documents?: object[]
  updates?: { q: object }[]
  nsInfo?: { ns: string }[]
  ops?: { insert?: number; update?: number; document?: object; filter?: object }[]
}
interface Sent {
  name: string
  command: Command
}

/** Returns what each part of a command is about: the name of its collection, and the document or condition. */
function partsOf({ name, command }: Sent): [collection: string, condition: object][] {
  const { nsInfo = [], ops = [] } = command
  if (name === 'bulkWrite')
    return ops.map(({ insert, update, document, filter }) => [
      nsInfo[insert ?? update ?? -1]?.ns.split('.')[1] ?? '',
      document ?? filter ?? {},
    ])
  const collection = String((command as Record<string, unknown>)[name])
  const conditions = command.documents ??
    command.updates?.map(({ q }) => q) ?? [
      command.filter ?? command.query ?? command.pipeline?.[0]?.$match ?? {},
    ]
  return conditions.map((condition) => [collection, condition])
}

const names = (condition: object, key: string): boolean =>
  key in condition ||
  ('$or' in condition && (condition.$or as object[]).every((branch) => names(branch, key)))

/** Returns the commands that every database would have to answer, each once. */
const askingAll = (sent: readonly Sent[]): string[] => {
  const found = sent.flatMap((one) =>
    partsOf(one)
      .filter(([collection, condition]) => {
        const key = SHARD_KEYS[collection]
        return key !== undefined && !names(condition, key)
      })
      .map(([collection, condition]) => `${one.name} ${collection} by ${Object.keys(condition).join()}`),
  )
  return [...new Set(found)].toSorted()
}

let forum: TestForum
let [author, reader]: TestMember[] = []
const sent: Sent[] = []

beforeAll(async () => {
  forum = await startTestForum({
    monitor: (name, command) => sent.push({ name, command: command }),
  })
  author = await forum.member('xiaoli')
  reader = await forum.member('laowang88')
})
afterAll(() => forum.stop())

/** Returns what a call asks every database, also what follows from it after it is answered. */
async function asks(call: () => Promise<unknown>): Promise<string[]> {
  await forum.settle()
  sent.length = 0
  await call()
  await forum.settle()
  return askingAll(sent)
}

/** What asks every database, by call. In the background several calls may share a read, so some may be missing. */
const ALLOWED = {
  page: [],
  changes: ['find posts by _id'],
  reply: [
    'find posts by _id',
    'find posts by _id,isDeleted',
    'find readStates by threadId,isWatching',
    'update notifications by _id,isRead,parts,eventIds',
    'update threadEvents by _id',
  ],
  like: [
    'aggregate posts by _id',
    'find posts by _id',
    'find posts by _id,isDeleted',
    'update threadEvents by _id',
    'update threadEvents by _id,kind,pending.0,idempotencyKey',
  ],
  messages: [],
  notifications: ['find posts by _id,isDeleted'],
}

it('hot calls name the shard key in every command, but where they start from the id of a post', async () => {
  const thread = await forum.thread(author!)
  const { id: postId } = await forum.as(reader).reply(thread.id, '你好')
  const by = forum.as(reader)
  const asked: Record<keyof typeof ALLOWED, string[]> = {
    page: await asks(() => by.call('getThread', { threadId: thread.id })),
    changes: await asks(() => by.call('threadChanges', { threadId: thread.id, since: 1 })),
    reply: await asks(() => by.reply(thread.id, '再说一句')),
    like: await asks(() => forum.as(author).call('likePost', { postId, liked: true })),
    messages: await asks(() => by.call('countUnreadMessages')),
    notifications: await asks(() => forum.as(author).call('listNotifications')),
  }
  for (const [call, allowed] of Object.entries(ALLOWED) as [keyof typeof ALLOWED, string[]][])
    expect({ call, asks: asked[call].filter((one) => !allowed.includes(one)) }).toEqual({ call, asks: [] })
  expect(asked.like).toContain('find posts by _id')
})
