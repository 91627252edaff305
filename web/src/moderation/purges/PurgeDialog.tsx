import { type Purge, type User } from '@forum/shared/contract'
import { useCallback, useEffect, useId, useState } from 'react'
import { commonText } from '../../lib/i18n'
import { useLoaded, WhenLoaded } from '../../resource'
import { forum } from '../../store'
import {
  Button,
  Check,
  Dialog,
  FactBoxes,
  FormError,
  localTime,
  SkeletonLines,
  useAction,
  useForm,
} from '../../ui'
import { type GivenReason, NO_REASON, ReasonChoice, reasonOf, reasonProblem } from '../../threads'
import { purgeText } from './purge.texts'
import { beginPurge, previewPurge, readPurge, stopPurge, undoPurge } from './purges.actions'
import './purges.css'

/** Interval at which the progress of a purge is loaded. */
const PROGRESS_INTERVAL_MS = 1_000
/** Rows of the list that are shown. */
const SHOWN_MAX = 20

/** Previews the deletion of everything by a member, starts it, and then shows its progress and its undo. */
export function PurgeDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const [purge, setPurge] = useState<Purge | null>(null)
  return purge === null ? (
    <PreviewDialog user={user} onClose={onClose} onBegun={setPurge} />
  ) : (
    <ProgressDialog
      user={user}
      begun={purge}
      onClose={onClose}
      onContinue={() => {
        setPurge(null)
      }}
    />
  )
}

function PreviewDialog({
  user,
  onClose,
  onBegun,
}: {
  user: User
  onClose: () => void
  onBegun: (purge: Purge) => void
}) {
  const id = useId()
  const [kept, setKept] = useState<readonly number[]>([])
  const load = useCallback(() => previewPurge(forum, user.id, kept), [user.id, kept])
  const loaded = useLoaded(load)
  const form = useForm<{ reason: GivenReason; bans: boolean }, Purge>({
    initial: { reason: NO_REASON, bans: user.status !== 'banned' },
    check: ({ reason }) => ({ reason: reasonProblem(reason) ?? undefined }),
    send: ({ reason, bans }) =>
      beginPurge(forum, user.id, { reason: reasonOf(reason), keepThreadIds: kept, bans }),
    onSent: onBegun,
    waits: true,
    describe: ({ status }) => (status === 0 ? purgeText('failed') : undefined),
  })
  const purge = loaded.data ?? null
  // Shows a purge that somebody has already started instead.
  useEffect(() => {
    if (purge !== null && purge.id !== null) onBegun(purge)
  }, [purge, onBegun])
  const count = purge ? totalOf(purge) : 0
  const { bans } = form.values
  return (
    <Dialog
      onClose={onClose}
      title={purgeText('title', { name: user.displayName })}
      note={purgeText('note')}
      footer={
        <>
          <Button onClick={onClose}>{commonText('cancel')}</Button>
          <Button
            type="submit"
            form={id}
            tone="danger"
            busy={form.isBusy}
            disabled={count === 0 || form.isWaiting}
          >
            {purgeText(bans ? 'goBan' : 'go', { count })}
          </Button>
        </>
      }
    >
      <WhenLoaded loaded={loaded} skeleton={<SkeletonLines count={1} />} failed={purgeText('loadFailed')}>
        {(preview) =>
          preview.id === null && (
            <form {...form.props} id={id}>
              <FormError>{form.problem}</FormError>
              <Preview purge={preview} kept={kept} onKept={setKept} />
              <ReasonChoice
                value={form.values.reason}
                help={purgeText('reasonHelp')}
                problem={form.errors.reason}
                onChange={(reason) => {
                  form.set({ reason })
                }}
              />
              {user.status !== 'banned' && (
                <Check
                  label={purgeText('ban')}
                  checked={bans}
                  onChange={(checked) => {
                    form.set({ bans: checked })
                  }}
                />
              )}
            </form>
          )
        }
      </WhenLoaded>
    </Dialog>
  )
}

/** Returns the number of items that a purge deletes or rejects. */
const totalOf = ({ threads, posts, held }: Purge): number => threads + posts + held

function Preview({
  purge,
  kept,
  onKept,
}: {
  purge: Purge
  kept: readonly number[]
  onKept: (threadIds: readonly number[]) => void
}) {
  // A kept thread is no longer in the preview, but must remain selectable.
  const [keepable, setKeepable] = useState(() => purge.items.filter(({ othersReplies }) => othersReplies > 0))
  const added = purge.items.filter(
    ({ threadId, othersReplies }) =>
      othersReplies > 0 && !keepable.some((item) => item.threadId === threadId),
  )
  if (added.length > 0) setKeepable([...keepable, ...added])
  const hasAny = totalOf(purge) > 0
  return (
    <>
      <FactBoxes
        facts={(['threads', 'posts', 'boards'] as const).map((name) => ({
          name: purgeText(name),
          value: purge[name],
        }))}
      />
      {!hasAny && <p>{purgeText('nothing')}</p>}
      {purge.items.length > 0 && (
        <ul className="purge-items" tabIndex={0} aria-label={purgeText('list')}>
          {purge.items.slice(0, SHOWN_MAX).map(({ threadId, title, postId, postNumber, excerpt }) => (
            <li key={postId ?? `thread ${threadId}`}>
              <span>{postId === null ? title : `${title} · ${excerpt}`}</span>
              <span className="faint small">
                {postNumber === null ? purgeText('threads') : purgeText('item', { number: postNumber })}
              </span>
            </li>
          ))}
        </ul>
      )}
      {purge.held > 0 && <p>{purgeText('held', { count: purge.held })}</p>}
      {purge.othersReplies > 0 && <p>{purgeText('othersReplies', { count: purge.othersReplies })}</p>}
      <p className="faint small purge-note">{purgeText('messages')}</p>
      {keepable.map(({ threadId, title, othersReplies }) => (
        <Check
          key={threadId}
          label={purgeText('keep', { title, count: othersReplies })}
          checked={kept.includes(threadId)}
          onChange={(isKept) => {
            onKept(isKept ? [...kept, threadId] : kept.filter((one) => one !== threadId))
          }}
        />
      ))}
    </>
  )
}

function ProgressDialog({
  user,
  begun,
  onClose,
  onContinue,
}: {
  user: User
  begun: Purge
  onClose: () => void
  onContinue: () => void
}) {
  const [purge, setPurge] = useState(begun)
  const { id, status, done, threads, posts, held, undoUntil } = purge
  const total = totalOf(purge)
  const isUnderWay = status === 'running' || status === 'undoing'
  useEffect(() => {
    if (!isUnderWay || id === null) return undefined
    const timer = setInterval(() => {
      // A failed read is repeated at the next tick.
      void readPurge(forum, id).then((result) => {
        if (result.ok) setPurge(result.value)
      })
    }, PROGRESS_INTERVAL_MS)
    return () => {
      clearInterval(timer)
    }
  }, [id, isUnderWay])
  const stop = useAction(() => stopPurge(forum, id ?? 0), setPurge, purgeText('failed'))
  const undo = useAction(() => undoPurge(forum, id ?? 0), setPurge, purgeText('failed'))
  const texts: Record<Purge['status'], string> = {
    preview: '',
    running: purgeText('running', { done, total }),
    stopped: purgeText('stopped', { done, total }),
    done: purgeText(held > 0 ? 'doneHeld' : 'done', { threads, posts, held }),
    undoing: purgeText('undoing', { done }),
    undone: purgeText('undone'),
  }
  return (
    <Dialog
      onClose={onClose}
      title={purgeText('title', { name: user.displayName })}
      footer={
        <>
          {status === 'running' && (
            <Button busy={stop.isBusy} onClick={stop.run}>
              {purgeText('stop')}
            </Button>
          )}
          {status === 'stopped' && <Button onClick={onContinue}>{purgeText('continue')}</Button>}
          {undoUntil !== null && (
            <Button busy={undo.isBusy} onClick={undo.run}>
              {purgeText('undo')}
            </Button>
          )}
          <Button tone="go" onClick={onClose}>
            {commonText('close')}
          </Button>
        </>
      }
    >
      {isUnderWay && (
        <progress
          className="purge-progress"
          aria-label={purgeText('progress')}
          max={Math.max(1, total)}
          value={done}
        />
      )}
      <p role="status">{texts[status]}</p>
      {undoUntil !== null && (
        <p className="faint small">{purgeText('until', { time: localTime(undoUntil) })}</p>
      )}
    </Dialog>
  )
}
