import { isDeepStrictEqual } from 'node:util'
import type { Community, Person } from '../fixtures/community'
import type { Access } from './access'
import type { HeldText, WrittenReply } from './journal'
import type { Page } from './pages'
import { OWN_ADDRESSES, publicAddresses, readAll, type Named } from './walk'

/** A member with a page, or a stranger without one. */
export interface Reader {
  person: Person | null
  page: Page | null
  /** Texts of the member that were held. */
  own: readonly HeldText[]
}

export interface Secrets {
  access: Access
  /** Replies in threads of the secret board. */
  replies: readonly WrittenReply[]
  /** Words of held texts that are not published. */
  unpublished: readonly string[]
  named: Named
}

/**
 * Returns where a forum at rest shows a reader what that reader may not read, or lacks what the reader may: in any
 * address of a walk, in what the page shows, and in the searches of every API.
 */
export async function wrongAccess(
  apis: readonly Community[],
  { person, page, own }: Reader,
  { access, replies, unpublished, named }: Secrets,
): Promise<string[]> {
  const who = person?.username ?? 'a stranger'
  const id = person?.id ?? null
  const wrong: string[] = []
  const hidden = replies.filter(({ threadId }) => !access.mayRead(id, threadId)).map(({ word }) => word)
  const ownWords = own.flatMap(({ versions }) => versions.map(({ word }) => word))
  const withheld = [...hidden, ...unpublished.filter((word) => !ownWords.includes(word))]
  const paths = [...publicAddresses(named), ...(person ? OWN_ADDRESSES : [])]
  const [api] = apis
  for (const { path, text } of await readAll(api!.url, paths, person))
    for (const word of withheld) if (text.includes(word)) wrong.push(`${who} reads ${word} in ${path}`)
  for (const word of (await page?.call('shownOf', withheld)) ?? []) wrong.push(`${who}'s page shows ${word}`)

  const { id: boardId, threadIds } = access.secret
  const sees = access.seesBoard(id)
  const readable = threadIds.filter((threadId) => access.mayRead(id, threadId))
  const shown = await readAll(
    api!.url,
    [`/api/boards/${boardId}`, ...threadIds.map((threadId) => `/api/threads/${threadId}`)],
    person,
  )
  const statuses = shown.map(({ status }) => status)
  const expected = [sees, ...threadIds.map((threadId) => readable.includes(threadId))].map((isThere) =>
    isThere ? 200 : 404,
  )
  if (!isDeepStrictEqual(statuses, expected))
    wrong.push(`${who} gets ${statuses.join()} instead of ${expected.join()} for the secret board`)
  const reader = api!.as(person)
  const { threads } = await reader.call('listThreads', { limit: 100 })
  const listed = threadIds.filter((threadId) => threads.some((thread) => thread.id === threadId))
  const { boards } = await reader.call('listBoards')
  if (!isDeepStrictEqual(listed, readable) || boards.some((board) => board.id === boardId) !== sees)
    wrong.push(`${who} is shown the secret threads ${listed.join()} instead of ${readable.join()}`)

  for (const [i, each] of apis.entries()) {
    for (const reply of replies) {
      const { posts, pagination } = await each.as(person).call('searchPosts', { q: reply.word })
      const ids = hidden.includes(reply.word) ? [] : [reply.id]
      const found = posts.map((post) => post.id)
      if (!isDeepStrictEqual([found, pagination.total], [ids, ids.length]))
        wrong.push(`${who} finds ${found.join()} (${pagination.total}) by ${reply.word} at api ${i}`)
    }
  }
  return wrong
}
