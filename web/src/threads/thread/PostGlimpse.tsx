import { QUOTE_LENGTH } from '@forum/shared/limits'
import { excerpt } from '@forum/shared/markup'
import { type Post } from '@forum/shared/contract'
import { isolated } from '@forum/shared/text'
import { type CSSProperties, useEffect, useState } from 'react'
import { resultOf } from '../../lib/result'
import { forum, useForum } from '../../store'
import { localTime } from '../../ui'
import { isHidden } from '../../state/blocks'
import { threadCopySlice } from '../../state/thread-copy'
import { threadText } from './thread.texts'

/** Time after which the handle counts as resting: nothing is loaded for the posts that it passes. */
const REST_MS = 150

/** The author, the time and the first words of a post, loaded once the handle rests on it. */
export function PostGlimpse({
  threadId,
  number,
  className,
  style,
}: {
  threadId: number
  number: number
  className?: string
  style?: CSSProperties
}) {
  const loadedPost = useForum((read) => {
    const { logs, posts } = read(threadCopySlice)
    return posts[logs[threadId]?.postIds[number] ?? 0]
  })
  const [found, setFound] = useState<Post | null>(null)
  const isLoaded = loadedPost !== undefined
  useEffect(() => {
    if (isLoaded || number === 1) return undefined
    const timer = setTimeout(() => {
      const query = { threadId, afterNumber: number - 1, limit: 1 }
      void resultOf(forum.call('listPosts', { query })).then((result) => {
        if (result.ok) setFound(result.value.posts[0] ?? null)
      })
    }, REST_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [threadId, number, isLoaded])
  const post = loadedPost ?? (found?.number === number ? found : undefined)
  const boardId = useForum((read) => read(threadCopySlice).threads[threadId]?.boardId ?? 0)
  const isBlocked = useForum((read) => post !== undefined && isHidden(read, post.author.id, boardId))
  return (
    <span className={className} style={style} aria-live="polite">
      <span className="one-line">
        <b className="num">{threadText('postNumber', { n: number })}</b>
        {post && !isBlocked && ` ${isolated(post.author.displayName)} · ${localTime(post.createdAt)}`}
      </span>
      <span className="glimpse-words">
        {post && !isBlocked && !post.isDeleted ? excerpt(post.content, QUOTE_LENGTH) : ' '}
      </span>
    </span>
  )
}
