import type { PostDoc, ThreadEventDoc } from '../../log'
import type { VersionRange } from './erasures.model'

/** A text that a post has or had. */
export interface TextOfPost {
  versions: VersionRange
  madeAt: Date
  /** The event that made it and those that have copies of it, oldest first. */
  events: ThreadEventDoc[]
  /** The edit that replaced it; null for the present text. */
  end: ThreadEventDoc | null
}

/**
 * Returns the texts of a post, oldest first. Only an edit makes another one: a move to another thread copies the text
 * into a new version.
 *
 * @param events all events of the post, oldest first
 */
export function textsOfPost(
  { version, createdAt }: Pick<PostDoc, 'version' | 'createdAt'>,
  events: readonly ThreadEventDoc[],
): TextOfPost[] {
  const texts: TextOfPost[] = []
  let text = { first: 1, madeAt: createdAt, events: [] as ThreadEventDoc[] }
  const close = (last: number, end: ThreadEventDoc | null) => {
    const { first, ...rest } = text
    texts.push({ ...rest, versions: { first, last }, end })
  }
  for (const event of events) {
    const made = event.kind === 'post.edited' ? event.post?.version : undefined
    if (made === undefined) text.events.push(event)
    else {
      close(made - 1, event)
      text = { first: made, madeAt: event.at, events: [event] }
    }
  }
  close(version, null)
  return texts
}
