import { type BatchAction } from '@forum/shared/contract'
import { useRef, useState } from 'react'
import { type Result } from '../../lib/result'
import { forum } from '../../store'
import { Button, IconButton, useAction, useShortcuts } from '../../ui'
import { X } from '../../ui/icons'
import { type ThreadChoice } from '../../state/offers'
import { ActDialog, type Given } from '../../threads'
import { type ThreadRow } from '../../state/thread-copy'
import { actOf, type BatchOutcome, moderateThreads, OFFERED, undoBatch } from './batch.actions'
import { batchText } from './batch.texts'
import './batch.css'

/** Returns whether an act of a batch would change a thread; a deleted one can only be restored. */
const fits = (action: BatchAction) => (thread: ThreadRow) =>
  actOf(action).fits(thread) && thread.isDeleted === (action === 'restore')

/** Returns the reason, shown beside its row, why an act was refused for a thread. */
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
 * The acts on the selected threads of a board: those that fit any of them, the outcome of the last batch and its undo
 * (docs/moderation.md).
 */
export function BatchBar({ board, threads, chosen, onChoose, onFail, onLeave }: ThreadChoice) {
  const [asking, setAsking] = useState<BatchAction | null>(null)
  const [last, setLast] = useState<{ outcome: BatchOutcome; undone: string | null } | null>(null)
  const bar = useRef<HTMLElement>(null)
  const selected = threads.filter(({ id }) => chosen.has(id))
  const targetsOf = (action: BatchAction) => selected.filter(fits(action))

  const moderate = async (action: BatchAction, given: Given = {}): Promise<Result<void>> => {
    const result = await moderateThreads(forum, { action, given, threads: targetsOf(action) })
    if (!result.ok) return result
    const { failures } = result.value
    setLast({ outcome: result.value, undone: null })
    onFail(failureTexts(failures))
    // Threads whose act failed stay selected.
    onChoose(selected.filter(({ id }) => failures[id] !== undefined).map(({ id }) => id))
    bar.current?.focus({ preventScroll: true })
    return { ok: true, value: undefined }
  }
  const acting = useAction(
    (action: BatchAction) => moderate(action),
    () => undefined,
  )
  const act = (action: BatchAction) => {
    if (actOf(action).asks === 'nothing') acting.run(action)
    else setAsking(action)
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
        {OFFERED.filter((action) => selected.some(fits(action))).map((action) => {
          const { icon: Icon, label, isDanger } = actOf(action)
          return (
            <Button
              key={action}
              size="small"
              tone={isDanger ? 'danger' : 'plain'}
              busy={isBusy}
              icon={<Icon aria-hidden />}
              onClick={() => act(action)}
            >
              {label()}
            </Button>
          )
        })}
        <IconButton label={batchText('leave')} className="batch-leave" onClick={onLeave}>
          <X aria-hidden />
        </IconButton>
      </div>
      {asking && (
        <ActDialog
          act={actOf(asking)}
          {...questionOf(asking, targetsOf(asking).length)}
          from={{ boardId: board.id }}
          onConfirm={(given) => moderate(asking, given)}
          onClose={close}
        />
      )}
    </section>
  )
}

/** Returns the question before an act on several threads, in a wording of its own where there is one. */
function questionOf(action: BatchAction, count: number): { title: string; text?: string | undefined } {
  if (action === 'lock' || action === 'delete')
    return { title: batchText(`${action}Title`, { count }), text: batchText(`${action}Text`) }
  const title = actOf(action).question?.title() ?? actOf(action).label()
  return { title, text: batchText('moveText', { count }) }
}

function Outcome({
  outcome: { action, done, failures },
  undone,
}: {
  outcome: BatchOutcome
  undone: string | null
}) {
  if (undone !== null) return <>{undone}</>
  const act = actOf(action).label().replace('…', '')
  const failed = Object.keys(failures).length
  return (
    <>
      {failed === 0
        ? batchText('done', { act, count: done })
        : batchText('partly', { act, count: done, failed })}
    </>
  )
}
