/** The ids in the addresses of a walk. */
export interface Named {
  threadIds: readonly number[]
  boardIds: readonly number[]
  userIds: readonly number[]
}

/** Returns addresses of lists, feeds, threads, profiles and documents without scripts, below the URL of an API. */
export const publicAddresses = ({ threadIds, boardIds, userIds }: Named): string[] => [
  ...['/', '/boards', '/hot', '/latest', '/sitemap.xml', '/sitemap-1.xml', '/api/feed.xml'],
  ...['/api/threads?limit=100', '/api/threads?sortBy=createdAt', '/api/boards'],
  ...threadIds.flatMap((id) => [
    `/threads/${id}`,
    `/api/threads/${id}`,
    `/api/threads/${id}/changes?since=0`,
    `/api/posts?threadId=${id}&limit=100`,
  ]),
  ...boardIds.flatMap((id) => [`/boards/${id}`, `/api/boards/${id}`, `/api/boards/${id}/feed.xml`]),
  ...userIds.flatMap((id) => [
    `/users/${id}`,
    `/api/users/${id}`,
    `/api/users/${id}/posts`,
    `/api/users/${id}/threads`,
  ]),
]

/** Returns addresses of what is a member's own. */
export const OWN_ADDRESSES = ['/api/notifications?limit=100', '/api/bookmarks', '/api/auth/history']

/** Reads addresses as a member, or as a stranger, and returns the status and the text of each. */
export async function readAll(
  api: string,
  paths: readonly string[],
  who: { token: string } | null,
): Promise<{ path: string; status: number; text: string }[]> {
  const read = []
  for (const path of paths) {
    const response = await fetch(`${api}${path}`, {
      headers: who ? { Authorization: `Bearer ${who.token}` } : {},
    })
    read.push({ path, status: response.status, text: await response.text() })
  }
  return read
}
