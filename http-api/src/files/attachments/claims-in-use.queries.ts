import type { ThreadLogCollections } from '../../log'
import { readClaim, type Claim } from './attachments.model'

/** Finds which claims are of posts and threads that have been written. */
export async function claimsInUse(
  { posts, threads }: Pick<ThreadLogCollections, 'posts' | 'threads'>,
  claims: readonly Claim[],
): Promise<(claim: Claim) => boolean> {
  const idsOf = (wanted: 'post' | 'thread') =>
    claims.map(readClaim).flatMap(({ kind, id }) => (kind === wanted ? [id] : []))
  const foundPosts = await posts.find({ _id: { $in: idsOf('post') } }, { projection: { _id: 1 } }).toArray()
  const foundThreads = await threads
    .find({ _id: { $in: idsOf('thread') } }, { projection: { _id: 1 } })
    .toArray()
  const written = new Set<string>([
    ...foundPosts.map(({ _id }) => `post:${_id}`),
    ...foundThreads.map(({ _id }) => `thread:${_id}`),
  ])
  return (claim) => written.has(claim)
}
