import { useEffect, useState } from 'react'
import { announce } from '../../ui'
import { threadText } from './thread.texts'
import { type ThreadRow } from '../../state/thread-copy'

type Watched = Pick<ThreadRow, 'title' | 'boardId' | 'isLocked' | 'isDeleted'>

/**
 * Describes changes of the thread itself while it is open: renamed, moved, locked, unlocked, restored. Only the latest
 * is kept, until the reader dismisses it.
 */
export function useThreadNews(thread: ThreadRow): { text: string | null; dismiss: () => void } {
  const { title, boardId, isLocked, isDeleted } = thread
  const [before, setBefore] = useState<Watched>({ title, boardId, isLocked, isDeleted })
  const [text, setText] = useState<string | null>(null)
  // The name of a board that is not loaded follows its id a moment later.
  const isNamed = thread.board.id === boardId
  const isChanged =
    before.title !== title ||
    (before.boardId !== boardId && isNamed) ||
    before.isLocked !== isLocked ||
    before.isDeleted !== isDeleted
  if (isChanged) {
    setBefore({ title, boardId: isNamed ? boardId : before.boardId, isLocked, isDeleted })
    setText(newsOf())
  }

  function newsOf(): string | null {
    if (before.isDeleted !== isDeleted) return isDeleted ? null : threadText('newsRestored')
    if (before.boardId !== boardId) return threadText('newsMoved', { board: thread.board.displayName })
    if (before.title !== title) return threadText('newsRenamed', { title })
    return isLocked ? threadText('newsLocked') : threadText('newsUnlocked')
  }

  useEffect(() => {
    if (text !== null) announce(text)
  }, [text])
  return {
    text,
    dismiss: () => {
      setText(null)
    },
  }
}
