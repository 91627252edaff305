import type { Actor } from '@forum/shared/policies'
import type { ThreadLogCollections } from '../../log'
import { readClaim, type Claim } from './attachments.model'

/** Returns who may read each of some private messages; those that do not exist are missing. */
export type MessageReaders = (
  messageIds: readonly number[],
) => Promise<ReadonlyMap<number, (actor: Actor) => boolean>>

/** The stores of posts, threads and messages, which may have files. */
export interface Claimants {
  db: Pick<ThreadLogCollections, 'posts' | 'threads'>
  messageReaders: MessageReaders
}

/** Finds which claims are of posts, threads and messages that have been written. */
export async function claimsInUse(
  { db: { posts, threads }, messageReaders }: Claimants,
  claims: readonly Claim[],
): Promise<(claim: Claim) => boolean> {
  const idsOf = (wanted: 'post' | 'thread' | 'message') =>
    claims.map(readClaim).flatMap(({ kind, id }) => (kind === wanted ? [id] : []))
  const foundPosts = await posts.find({ _id: { $in: idsOf('post') } }, { projection: { _id: 1 } }).toArray()
  const foundThreads = await threads
    .find({ _id: { $in: idsOf('thread') } }, { projection: { _id: 1 } })
    .toArray()
  const foundMessages = await messageReaders(idsOf('message'))
  const written = new Set<string>([
    ...foundPosts.map(({ _id }) => `post:${_id}`),
    ...foundThreads.map(({ _id }) => `thread:${_id}`),
    ...[...foundMessages].map(([id]) => `message:${id}`),
  ])
  return (claim) => written.has(claim)
}
