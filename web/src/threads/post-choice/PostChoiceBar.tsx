import { type Undo } from '@forum/shared/contract'
import { useEffect, useState } from 'react'
import { type Result, resultOf } from '../../lib/result'
import { forum, useForum } from '../../store'
import { Button, toast, useAction, useShortcuts } from '../../ui'
import { catchUpSoon, threadCopySlice } from '../../state/thread-copy'
import { ActDialog } from '../acts/ActDialog'
import { POST_ACTS } from '../acts/acts'
import { movesText } from '../moves/moves.texts'
import { SplitDialog } from '../moves/SplitDialog'
import { whenDialogIsGone } from '../thread/when-dialog-is-gone'
import { choose, endChoice, useChoice } from './choice'
import { postChoiceText } from './post-choice.texts'
import './post-choice.css'

type Action = 'delete' | 'restore'

/** Undoes an act on several replies. */
async function undoAct(threadId: number, { id }: Undo): Promise<void> {
  const result = await resultOf(forum.call('undoAct', { params: { actId: id }, body: {} }))
  if (result.ok) toast.success(postChoiceText('undone'))
  else toast.error(result.error.message)
  void catchUpSoon(forum, threadId)
}

/** Deletes or restores replies; those that failed stay selected. */
async function moderate(
  threadId: number,
  action: Action,
  ids: number[],
  reason: string,
): Promise<Result<void>> {
  const body = { ids, action, ...(reason === '' ? {} : { reason }) }
  const result = await resultOf(forum.call('moderatePosts', { body }))
  if (!result.ok) return result
  void catchUpSoon(forum, threadId)
  const { undo, results } = result.value
  const done = results.filter(({ ok }) => ok)
  const failed = results.length - done.length
  choose(
    done.map(({ id }) => id),
    false,
  )
  const undoing = undo && { label: postChoiceText('undo'), onClick: () => void undoAct(threadId, undo) }
  if (done.length > 0)
    toast.success(postChoiceText(action === 'delete' ? 'deleted' : 'restored', { count: done.length }), {
      ...(undoing ? { action: undoing } : {}),
    })
  if (failed > 0) toast.error(postChoiceText('partly', { count: failed }))
  else endChoice()
  return { ok: true, value: undefined }
}

/** The acts on the selected replies of a thread. Renders nothing outside a selection. */
export function PostChoiceBar({ threadId, boardId }: { threadId: number; boardId: number }) {
  const choice = useChoice(threadId)
  useEffect(() => endChoice, [threadId])
  return choice && <Bar threadId={threadId} boardId={boardId} ids={choice.ids} />
}

function Bar({ threadId, boardId, ids }: { threadId: number; boardId: number; ids: ReadonlySet<number> }) {
  const [isAsking, setIsAsking] = useState(false)
  const [isMoving, setIsMoving] = useState(false)
  const posts = useForum((read) => read(threadCopySlice).posts)
  const deleted = [...ids].filter((id) => posts[id]?.isDeleted === true)
  const notDeleted = [...ids].filter((id) => posts[id]?.isDeleted !== true)
  const restoring = useAction(
    () => moderate(threadId, 'restore', deleted, ''),
    () => undefined,
  )
  useShortcuts({ Escape: endChoice })
  return (
    <section className="post-choice" aria-label={postChoiceText('label')}>
      <b className="num" role="status">
        {postChoiceText('chosen', { count: ids.size })}
      </b>
      {notDeleted.length > 0 && (
        <Button
          size="small"
          tone="danger"
          onClick={() => {
            setIsAsking(true)
          }}
        >
          {postChoiceText('delete')}
        </Button>
      )}
      {deleted.length > 0 && (
        <Button size="small" busy={restoring.isBusy} onClick={restoring.run}>
          {postChoiceText('restore')}
        </Button>
      )}
      {ids.size > 0 && (
        <Button
          size="small"
          onClick={() => {
            setIsMoving(true)
          }}
        >
          {movesText('move')}
        </Button>
      )}
      <Button size="small" tone="quiet" className="post-choice-leave" onClick={endChoice}>
        {postChoiceText('leave')} <kbd aria-hidden>Esc</kbd>
      </Button>
      {isMoving && (
        <SplitDialog
          threadId={threadId}
          boardId={boardId}
          postIds={[...ids]}
          onDone={() => {
            endChoice()
            // The bar disappears, and with it the button that had the focus.
            whenDialogIsGone(() => document.querySelector<HTMLElement>('.thread-heading')?.focus())
          }}
          onClose={() => {
            setIsMoving(false)
          }}
        />
      )}
      {isAsking && (
        <ActDialog
          title={postChoiceText('title', { count: notDeleted.length })}
          text={postChoiceText('text')}
          act={POST_ACTS.delete_post}
          from={{}}
          onClose={() => {
            setIsAsking(false)
          }}
          onConfirm={({ reason = '' }) => moderate(threadId, 'delete', notDeleted, reason)}
        />
      )}
    </section>
  )
}
