import { useState } from 'react'
import { useForum } from '../../store'
import { RelativeTime } from '../../ui'
import { type PostEntity, threadCopySlice } from '../../state/thread-copy'
import { HistoryDialog } from '../thread-actions/HistoryDialog'
import { type ThreadFacts, useCanReadHistory } from './abilities'
import { threadText } from './thread.texts'

/** The time of the last edit of a post; in a board that shows edits, it opens what they changed. */
export function EditedMark({ post, thread }: { post: PostEntity; thread: ThreadFacts }) {
  const showsEdits = useForum((read) => read(threadCopySlice).threads[thread.id]?.showsEdits ?? false)
  const canRead = useCanReadHistory(post, thread)
  const [isOpen, setIsOpen] = useState(false)
  if (post.editedAt === null) return null
  const mark = <RelativeTime at={post.editedAt} after={threadText('lastEdited')} />
  if (!showsEdits || !canRead) return mark
  return (
    <>
      <button
        type="button"
        className="post-edited-button"
        title={threadText('showChanges')}
        onClick={() => {
          setIsOpen(true)
        }}
      >
        {mark}
      </button>
      {isOpen && (
        <HistoryDialog
          post={post}
          onClose={() => {
            setIsOpen(false)
          }}
        />
      )}
    </>
  )
}
