import { type LogEntry, type UserSummary } from '@forum/shared/contract'
import { useCallback } from 'react'
import { resultOf } from '../../lib/result'
import { useLoaded } from '../../resource'
import { forum } from '../../store'
import { Button, Dialog, localDate, localTime, sharedClock, toast, useAction } from '../../ui'
import { ActForm, useActForm } from '../../threads'
import { PAGE_ACTS } from '../acts'
import { actOf, shownActor, shownReason } from '../log/entries'
import { undoAct } from '../log/log.actions'
import { boardMuteText } from './board-mute.texts'
import { disciplineText } from './discipline.texts'
import './discipline.css'

const SHOWN_ENTRIES = 10

interface Subject {
  user: UserSummary
  boardId: number
}

const mute = ({ user, boardId }: Subject, until: string | null, reason: string) =>
  resultOf(forum.call('muteUser', { params: { userId: user.id }, body: { until, reason, boardId } }))

/** Mutes a member in one board, for its moderators; lists the earlier acts on the member there. */
export function BoardMuteDialog({ user, boardId, onClose }: Subject & { onClose: () => void }) {
  const subject = { user, boardId }
  const name = user.displayName
  const form = useActForm({
    act: PAGE_ACTS.mute_user,
    send: (given) => mute(subject, given.until ?? null, given.reason ?? ''),
    onSent: ({ undo }) => {
      const undoNow = async (id: number) => {
        const result = await undoAct(forum, id)
        if (result.ok) toast.success(disciplineText('undone'))
        else toast.error(result.error.message)
      }
      toast.success(
        boardMuteText('done', { name }),
        undo ? { action: { label: disciplineText('undo'), onClick: () => void undoNow(undo.id) } } : {},
      )
      onClose()
    },
  })
  return (
    <Dialog title={boardMuteText('title', { name })} onClose={onClose}>
      <ActForm
        form={form}
        reasonHelp={boardMuteText('reasonHelp')}
        submit={boardMuteText('go')}
        onCancel={onClose}
      >
        <p className="told">{boardMuteText('note')}</p>
        <Before {...subject} onClose={onClose} />
      </ActForm>
    </Dialog>
  )
}

function Before({ user, boardId, onClose }: Subject & { onClose: () => void }) {
  const loaded = useLoaded(
    useCallback(
      () =>
        resultOf(
          forum.call('listModerationLog', {
            query: { userId: user.id, boardId, limit: SHOWN_ENTRIES },
          }),
        ),
      [user.id, boardId],
    ),
  )
  const lift = useAction(
    () => mute({ user, boardId }, null, ''),
    () => {
      toast.success(boardMuteText('lifted', { name: user.displayName }))
      onClose()
    },
  )
  const entries: readonly LogEntry[] = loaded.data?.entries ?? []
  const last = entries.find(({ action }) => action === 'mute_user' || action === 'unmute_user')
  const end = last?.action === 'mute_user' ? last.changes[0]?.after : null
  return (
    <section aria-labelledby="board-mute-before">
      {typeof end === 'string' && Date.parse(end) > sharedClock.now() && (
        <p className="told told-danger">
          <b>{boardMuteText('inForce', { time: localTime(end) })}</b>
          <Button size="small" busy={lift.isBusy} onClick={lift.run}>
            {boardMuteText('lift')}
          </Button>
        </p>
      )}
      <h3 id="board-mute-before">{boardMuteText('before')}</h3>
      {loaded.status === 'ready' && entries.length === 0 && (
        <p className="faint small">{boardMuteText('none')}</p>
      )}
      <ul className="case-entries small">
        {entries.map((entry) => (
          <li key={entry.id}>
            <span className="faint num">{localDate(entry.createdAt)}</span>
            <span className="one-line">
              {actOf(entry)}
              {shownReason(entry) !== null && ` · ${shownReason(entry)}`}
            </span>
            <span className="faint">{shownActor(entry).displayName}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
