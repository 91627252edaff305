import { QUOTE_LENGTH } from '@forum/shared/limits'
import { quoteBlock, quotedWords } from '@forum/shared/markup'
import { isBlank } from '@forum/shared/text'
import { useCallback, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { forum, useForum } from '../../store'
import { insertBlock } from '../composer/write'
import { drafts } from '../../state/drafts'
import { type PostEntity, replyPlace } from '../../state/thread-copy'
import { withoutQuoteOf } from './quotes-in'
import { EMPTY_REPLY } from './replies'
import { selectionIn } from './selection'
import { type ReplyDock, readReplyDraft } from './use-reply-dock'

/**
 * Returns a function that quotes a post, or the words selected in it, at the caret of the reply. Earlier quotes and
 * text stay. Quoting a post again removes its quote.
 */
export function useQuoting(threadId: number, { open, box }: ReplyDock): (post: PostEntity) => void {
  return useCallback(
    (post) => {
      const place = replyPlace(forum.read, threadId)
      const { content, quotedPostIds } = readReplyDraft(threadId)
      const selected = selectionIn(post)
      const rest = withoutQuoteOf(content, post.id)
      if (selected === null && rest !== content) {
        drafts.set(place, EMPTY_REPLY, { content: rest })
        return
      }
      const words = selected?.source ?? quotedWords(post.content, QUOTE_LENGTH)
      const block = quoteBlock(post.author.displayName, words, post.id)
      // The opening post is quoted only in the text.
      if (!post.isOpeningPost && !quotedPostIds.includes(post.id))
        drafts.set(place, EMPTY_REPLY, { quotedPostIds: [...quotedPostIds, post.id] })
      const before = box()
      if (before && !isBlank(content)) {
        open()
        insertBlock(before, block)
        return
      }
      // The text of a draft opens the form of a locked thread, and ends a preview.
      flushSync(() => {
        drafts.set(place, EMPTY_REPLY, {
          content: isBlank(content) ? block : `${content.trimEnd()}\n\n${block}`,
        })
      })
      open()
      const opened = box()
      opened?.setSelectionRange(opened.value.length, opened.value.length)
    },
    [threadId, open, box],
  )
}

/** Returns whether the reader's reply quotes a post. */
export function useIsQuoted(threadId: number, postId: number): boolean {
  const place = useForum((read) => replyPlace(read, threadId))
  return useSyncExternalStore(
    useCallback((changed) => drafts.subscribe(place, EMPTY_REPLY, changed), [place]),
    () => drafts.read(place, EMPTY_REPLY).value.content.includes(` post=${postId}]`),
  )
}
