import { type BatchAction } from '@forum/shared/contract'
import { useRef, useState } from 'react'
import { type Result } from '../../lib/result'
import { forum } from '../../store'
import { Button, IconButton, useAction, useShortcuts } from '../../ui'
import { Award, FolderInput, Lock, LockOpen, Pin, PinOff, Trash2, Undo2, X } from '../../ui/icons'
import { type ThreadChoice } from '../../state/offers'
import { ActDialog, MoveDialog } from '../../threads'
import { type ThreadRow } from '../../state/thread-copy'
import { type Batch, type BatchOutcome, moderateThreads, undoBatch } from './batch.actions'
import { batchText } from './batch.texts'
import './batch.css'

/** Each act, its icon and the threads to which it can be done; acts that hurt ask for a reason first. */
const ACTS: readonly { action: BatchAction; icon: typeof Pin; fits: (thread: ThreadRow) => boolean }[] = [
  { action: 'pin', icon: Pin, fits: ({ isPinned, isDeleted }) => !isPinned && !isDeleted },
  { action: 'unpin', icon: PinOff, fits: ({ isPinned, isDeleted }) => isPinned && !isDeleted },
  { action: 'feature', icon: Award, fits: ({ isFeatured, isDeleted }) => !isFeatured && !isDeleted },
  { action: 'unfeature', icon: Award, fits: ({ isFeatured, isDeleted }) => isFeatured && !isDeleted },
  { action: 'lock', icon: Lock, fits: ({ isLocked, isDeleted }) => !isLocked && !isDeleted },
  { action: 'unlock', icon: LockOpen, fits: ({ isLocked, isDeleted }) => isLocked && !isDeleted },
  { action: 'move', icon: FolderInput, fits: ({ isDeleted }) => !isDeleted },
  { action: 'delete', icon: Trash2, fits: ({ isDeleted }) => !isDeleted },
  { action: 'restore', icon: Undo2, fits: ({ isDeleted }) => isDeleted },
]
const ASKING = ['lock', 'move', 'delete'] as const
type Asking = (typeof ASKING)[number]

/** Why an act was refused for a thread, beside its row. */
function failureText(code: string): string {
  switch (code) {
    case 'FORBIDDEN':
      return batchText('failure.forbidden')
    case 'NOT_FOUND':
      return batchText('failure.missing')
    case 'CONFLICT':
      return batchText('failure.conflict')
    case 'BOARD_HAS_CHILDREN':
      return batchText('failure.target')
    default:
      return batchText('failure.other')
  }
}

const failureTexts = (codes: Readonly<Record<number, string>>): Record<number, string> =>
  Object.fromEntries(Object.entries(codes).map(([id, code]) => [id, failureText(code)]))

/**
 * What a moderator does to the chosen threads of a board: the acts that fit any of them, the outcome of the last batch
 * and how it is taken back (docs/moderation.md).
 */
export function BatchBar({ board, threads, chosen, onChoose, onFail, onLeave }: ThreadChoice) {
  const [asking, setAsking] = useState<Asking | null>(null)
  const [last, setLast] = useState<{ outcome: BatchOutcome; undone: string | null } | null>(null)
  const bar = useRef<HTMLElement>(null)
  const selected = threads.filter(({ id }) => chosen.has(id))
  const targetsOf = (action: BatchAction) =>
    selected.filter((thread) => ACTS.some((act) => act.action === action && act.fits(thread)))

  const moderate = async (batch: Omit<Batch, 'threads'>): Promise<Result<void>> => {
    const result = await moderateThreads(forum, { ...batch, threads: targetsOf(batch.action) })
    if (!result.ok) return result
    const { failures } = result.value
    setLast({ outcome: result.value, undone: null })
    onFail(failureTexts(failures))
    // What could not be done stays chosen.
    onChoose(selected.filter(({ id }) => failures[id] !== undefined).map(({ id }) => id))
    bar.current?.focus({ preventScroll: true })
    return { ok: true, value: undefined }
  }
  const acting = useAction(
    (action: BatchAction) => moderate({ action }),
    () => undefined,
  )
  const act = (action: BatchAction) => {
    const asks = ASKING.find((one) => one === action)
    if (asks) setAsking(asks)
    else acting.run(action)
  }
  const undoing = useAction(
    async (outcome: BatchOutcome) => ({ ok: true, value: await undoBatch(forum, outcome) }) as const,
    (failures, outcome) => {
      const failed = Object.keys(failures).length
      onFail(failureTexts(failures))
      setLast({ outcome, undone: failed === 0 ? batchText('undone') : batchText('undonePartly', { failed }) })
      bar.current?.focus({ preventScroll: true })
    },
  )
  const isBusy = acting.isBusy || undoing.isBusy
  const canUndo = last !== null && last.undone === null && last.outcome.undos.length > 0
  const undo = () => {
    if (canUndo && !isBusy) undoing.run(last.outcome)
  }
  useShortcuts({ u: undo, Escape: onLeave })

  const close = () => {
    setAsking(null)
    bar.current?.focus({ preventScroll: true })
  }
  const isAll = threads.length > 0 && selected.length === threads.length
  return (
    <section ref={bar} tabIndex={-1} className="batch-bar" aria-label={batchText('label')} aria-busy={isBusy}>
      <p className="batch-status" role="status">
        {last ? <Outcome {...last} /> : selected.length === 0 && batchText('hint')}
        {canUndo && (
          <Button size="small" busy={isBusy} onClick={undo}>
            {batchText('undo')} <kbd>u</kbd>
          </Button>
        )}
      </p>
      <div className="batch-acts">
        <b className="num">{batchText('chosen', { count: selected.length })}</b>
        <Button
          size="small"
          tone="quiet"
          onClick={() => {
            onChoose(isAll ? [] : threads.map(({ id }) => id))
          }}
        >
          {batchText(isAll ? 'none' : 'all')}
        </Button>
        {ACTS.filter(({ fits }) => selected.some(fits)).map(({ action, icon: Icon }) => (
          <Button
            key={action}
            size="small"
            tone={action === 'delete' ? 'danger' : 'plain'}
            busy={isBusy}
            icon={<Icon aria-hidden />}
            onClick={() => act(action)}
          >
            {batchText(`act.${action}`)}
          </Button>
        ))}
        <IconButton label={batchText('leave')} className="batch-leave" onClick={onLeave}>
          <X aria-hidden />
        </IconButton>
      </div>
      {asking === 'move' && (
        <MoveDialog
          text={batchText('moveText', { count: targetsOf('move').length })}
          from={board.id}
          onMove={(target, reason) => moderate({ action: 'move', target, reason })}
          onClose={close}
        />
      )}
      {(asking === 'lock' || asking === 'delete') && (
        <ActDialog
          title={batchText(`${asking}Title`, { count: targetsOf(asking).length })}
          text={batchText(`${asking}Text`)}
          confirmLabel={batchText(`act.${asking}`)}
          danger={asking === 'delete'}
          onClose={close}
          onConfirm={(reason) => moderate({ action: asking, reason })}
        />
      )}
    </section>
  )
}

function Outcome({
  outcome: { action, done, failures },
  undone,
}: {
  outcome: BatchOutcome
  undone: string | null
}) {
  if (undone !== null) return <>{undone}</>
  const act = batchText(`act.${action}`).replace('…', '')
  const failed = Object.keys(failures).length
  return (
    <>
      {failed === 0
        ? batchText('done', { act, count: done })
        : batchText('partly', { act, count: done, failed })}
    </>
  )
}
