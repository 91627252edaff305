import type { PostHit, ThreadHit } from '@forum/shared/contract'
import type { BoardTree } from '../boards'
import type { PostDoc, ThreadDoc } from '../log'
import type { ReadContext } from '../platform/http/viewer'
import type { PostQueries, ThreadQueries } from '../threads'

/** Results show snippets in the place of excerpts. */
export type FoundPost = Omit<PostDoc, 'excerpt'>
export type FoundThread = Omit<ThreadDoc, 'excerpt'>

/** The displayed part of a text: an excerpt, and the matched words as they are written there. */
export interface Excerpt {
  snippet: string
  highlights: readonly string[]
}

/** A hit that may be shown. */
export interface ShownHit {
  post: FoundPost
  thread: FoundThread
  text: Excerpt
  /** The title that an opening post is found by too. */
  title: Pick<Excerpt, 'highlights'>
}

/** Presents threads that were found, by the texts of their opening posts. */
export async function presentThreadHits(
  threads: ThreadQueries,
  hits: readonly ShownHit[],
  context: ReadContext & { tree: BoardTree },
): Promise<ThreadHit[]> {
  const shown = await threads.presentList(
    hits.map(({ thread, text }) => ({ ...thread, excerpt: text.snippet })),
    context,
  )
  return shown.flatMap((thread, i) => {
    const of = hits[i]
    if (!of) return []
    const { snippet, highlights } = of.text
    const words = new Set([...of.title.highlights, ...highlights])
    return Object.assign(thread, { snippet, highlights: [...words] })
  })
}

/** Presents replies that were found. */
export async function presentPostHits(
  posts: PostQueries,
  hits: readonly ShownHit[],
  { reader }: Pick<ReadContext, 'reader'>,
): Promise<PostHit[]> {
  const texts = new Map(hits.map(({ post, text }) => [post._id, text]))
  const shown = await posts.presentFeed(
    hits.map(({ post }) => post),
    reader,
    hits.map(({ thread }) => thread),
  )
  return shown.flatMap((post) => {
    const { thread } = post
    const text = texts.get(post.id)
    if (!thread || !text) return []
    const { snippet, highlights } = text
    return Object.assign(post, { thread, content: snippet, snippet, highlights: [...highlights] })
  })
}
