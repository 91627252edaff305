import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Forum } from './forum'
import { openApi } from './loader'
import { markdown } from './table'

/** Explains the queries of every list call, for docs/scale.md. */

/** Commands that read documents. */
const READS = new Set(['find', 'aggregate', 'count', 'distinct'])
/** Collections that are read whole: a forum has a few dozen boards and one announcement. */
const SMALL = new Set(['boards', 'settings'])
/** Fields that the driver adds to a command and that explain refuses. */
const OF_THE_DRIVER = /^(lsid|\$|txnNumber|maxTimeMS)/

const listsOf = ({ longest, boardId, postIds }: Forum, writerId: number): Record<string, string> => ({
  'latest threads': '/threads',
  'latest threads, page 500': '/threads?page=500',
  'newest threads': '/threads?sortBy=createdAt',
  'most viewed threads': '/threads?sortBy=viewCount',
  'hot topics': '/threads?daysAgo=4&sortBy=replyCount',
  'most replied threads of a year': '/threads?daysAgo=365&minReplies=10&sortBy=replyCount',
  'unread threads': '/threads?unread=true',
  'watched threads': '/threads?watched=true',
  bookmarks: '/bookmarks',
  'threads of a board': `/boards/${boardId}`,
  'threads of a board, its last page': `/boards/${boardId}?sortOrder=ASC`,
  'threads of a board and those below it': '/threads?boardId=1',
  'threads of a category': '/categories/site',
  boards: '/boards',
  'popular boards': '/boards/popular',
  categories: '/categories',
  'feed of the forum': '/feed.xml',
  'feed of a board': `/boards/${boardId}/feed.xml`,
  'first page of 10,000 replies': `/threads/${longest.id}`,
  'last page of 10,000 replies': `/threads/${longest.id}?page=last`,
  'posts after a number': `/posts?threadId=${longest.id}&afterNumber=${longest.lastNumber - 10}`,
  'posts of one author in a thread': `/threads/${longest.id}?authorId=${writerId}`,
  'all changes of a thread': `/threads/${longest.id}/changes?since=0`,
  'threads of a member': `/users/${writerId}/threads`,
  'posts of a member': `/users/${writerId}/posts`,
  'likes of a post': `/posts/${postIds[0] ?? 0}/likes`,
  members: '/users',
  'members, page 100': '/users?page=100',
  'members found by name': '/users/search?q=bench1&limit=20',
  sessions: '/auth/sessions',
  'blocked members': '/auth/blocks',
  messages: '/messages',
  conversations: '/messages/threads',
  'a conversation': `/messages/thread/messages?otherUserId=${writerId}`,
  notifications: '/notifications',
})

interface Stats {
  stage?: string
  totalDocsExamined?: number
  totalKeysExamined?: number
  nReturned?: number
}

/** Returns every object of a plan that `holds` a property. */
function objectsWith(plan: unknown, holds: keyof Stats): Stats[] {
  if (typeof plan !== 'object' || plan === null) return []
  const below = Object.values(plan).flatMap((value) => objectsWith(value, holds))
  return holds in plan ? [plan, ...below] : below
}

/** Needs a forum with a database that the bench runs (`isShared`). Fails if a list reads a collection without an index. */
export async function plans(forum: Forum): Promise<string> {
  const { floorUri, tokenSecret } = forum
  if (floorUri === null || tokenSecret === null) throw new Error('the bench does not run this forum')
  const { api, connection } = await openApi(floorUri, tokenSecret, { monitorCommands: true })
  const server = http.createServer(api.callback()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`
  const headers = { Authorization: `Bearer ${forum.tokens[0] ?? ''}` }
  let sent: { name: string; command: Record<string, unknown> }[] = []
  connection.getClient().on('commandStarted', ({ commandName, command }) => {
    if (READS.has(commandName)) sent.push({ name: commandName, command })
  })
  const { db } = connection
  try {
    const post = await db?.collection('posts').findOne({ number: 2 })
    const writerId = Number(post?.authorId)
    // The first call reads what every call needs, such as the session.
    await (await fetch(`${base}/auth/me`, { headers })).body?.cancel()
    const rows: string[][] = []
    for (const [list, path] of Object.entries(listsOf(forum, writerId))) {
      sent = []
      const response = await fetch(base + path, { headers })
      const body = await response.text()
      if (!response.ok) throw new Error(`${path}: ${response.status} ${body}`)
      const commands = sent
      const explained: Stats[] = []
      for (const { name, command } of commands) {
        const plain = Object.fromEntries(
          Object.entries(command).filter(([field]) => !OF_THE_DRIVER.test(field)),
        )
        const plan = await db?.command({ explain: plain, verbosity: 'executionStats' })
        const stages = objectsWith(plan, 'stage').map(({ stage }) => stage)
        if (stages.includes('COLLSCAN') && !SMALL.has(String(plain[name])))
          throw new Error(`${path} reads all of ${String(plain[name])}: ${JSON.stringify(plain)}`)
        const [stats = {}] = objectsWith(plan, 'totalDocsExamined')
        explained.push(stats)
      }
      const sum = (of: keyof Omit<Stats, 'stage'>) =>
        String(explained.reduce((total, stats) => total + (stats[of] ?? 0), 0))
      rows.push([
        list,
        String(commands.length),
        sum('nReturned'),
        sum('totalDocsExamined'),
        sum('totalKeysExamined'),
      ])
    }
    return markdown(['list', 'commands', 'returned', 'documents read', 'keys read'], rows)
  } finally {
    server.close()
    server.closeAllConnections()
    await api.stop()
    await connection.close()
  }
}
