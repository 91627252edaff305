/** Another forum software, or this one, as a comparison sees it: addresses and three acts of an admin. */
export interface Peer {
  name: string
  url: string
  /** Creates a thread of these posts, the first of which is its own; returns its id. */
  createThread: (title: string, posts: readonly string[]) => Promise<number>
  reply: (threadId: number, content: string) => Promise<void>
  /** Addresses that a stranger opens, without the site's own. */
  pages: { home: string; board: string; thread: (threadId: number) => string }
  /** The same thread as the page asks for it. */
  threadData: (threadId: number) => string
  search: (term: string) => string
  /** The header of a search by the admin: NodeBB serves none to strangers. */
  authorization: string
  /** Selects the texts of the posts in a thread page. */
  postText: string
}

const BOARD = 150

/** Sends JSON and returns the response, or throws with what it says. */
async function send(url: string, method: string, token: string | null, body: object): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text.slice(0, 300)}`)
  return JSON.parse(text)
}

/** This forum, which runs with SEED=demo and RATE_LIMITS=off. */
export async function forumPeer(url: string): Promise<Peer> {
  const api = `${url}/api`
  const { token } = (await send(`${api}/auth/login`, 'POST', null, {
    username: 'admin',
    password: 'Forum#2025',
  })) as { token: string }
  const reply = async (threadId: number, content: string) => {
    await send(`${api}/posts`, 'POST', token, { threadId, content })
  }
  return {
    name: 'this forum',
    url,
    createThread: async (title, [content, ...replies]) => {
      const created = await send(`${api}/threads`, 'POST', token, { boardId: BOARD, title, content })
      const { thread } = created as { thread: { id: number } }
      for (const text of replies) await reply(thread.id, text)
      return thread.id
    },
    reply,
    pages: { home: '/', board: `/boards/${BOARD}`, thread: (threadId) => `/threads/${threadId}` },
    threadData: (threadId) => `/api/posts?threadId=${threadId}`,
    search: (term) => `/api/search/posts?q=${encodeURIComponent(term)}`,
    authorization: `Bearer ${token}`,
    postText: '.readable-text, .markup',
  }
}

const CATEGORY = 2

/**
 * NodeBB 4, whose admin is its first member.
 *
 * @param token a master token, from its admin page “API Access”
 */
export function nodebbPeer(url: string, token: string): Peer {
  const api = `${url}/api/v3`
  const asAdmin = { _uid: 1 }
  const reply = async (threadId: number, content: string) => {
    await send(`${api}/topics/${threadId}`, 'POST', token, { ...asAdmin, content })
  }
  return {
    name: 'NodeBB',
    url,
    createThread: async (title, [content, ...replies]) => {
      const created = await send(`${api}/topics`, 'POST', token, {
        ...asAdmin,
        cid: CATEGORY,
        title,
        content,
      })
      const { tid } = (created as { response: { tid: number } }).response
      for (const text of replies) await reply(tid, text)
      return tid
    },
    reply,
    pages: { home: '/', board: `/category/${CATEGORY}`, thread: (threadId) => `/topic/${threadId}` },
    threadData: (threadId) => `/api/topic/${threadId}`,
    search: (term) => `/api/search?in=titlesposts&_uid=1&term=${encodeURIComponent(term)}`,
    authorization: `Bearer ${token}`,
    postText: '[component="post/content"]',
  }
}
