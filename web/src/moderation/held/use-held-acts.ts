import { type Held, type Undo } from '@forum/shared/contract'
import { mayPurge } from '@forum/shared/policies'
import { useRef, useState } from 'react'
import { actorOf } from '../../lib/actor'
import { type Result } from '../../lib/result'
import { forum } from '../../store'
import { toast } from '../../ui'
import { useSession } from '../../state/session'
import { isSameAuthor } from '../../state/thread-copy'
import { mayAct } from '../acts'
import { useListKeys } from '../use-list-keys'
import { approve, decideAll, reject, rejectMember, undoRejection } from './held-queue.actions'
import { heldQueueText } from './held-queue.texts'

/** An open dialog and its texts. */
export type HeldAsking =
  | { act: 'edit'; held: Held }
  | { act: 'reject'; held: Held; ids: readonly number[] }
  | { act: 'ban'; held: Held }
  | { act: 'purge'; held: Held }
  | { act: 'person'; held: Held }

export type HeldActs = ReturnType<typeof useHeldActs>

/** Shows the error of a failed decision; returns whether it succeeded. */
function showFailure(result: Result<unknown>): boolean {
  if (result.ok) return true
  const { code, message } = result.error
  toast.error(heldQueueText('actFailed'), {
    description: code === 'CONFLICT' ? heldQueueText('late') : message,
  })
  return false
}

/** The moderator's acts in the queue, by keys and buttons. */
export function useHeldActs(lines: readonly Held[]) {
  const { user } = useSession()
  const actor = actorOf(user)
  const [chosenIds, setChosenIds] = useState<readonly number[]>([])
  const [asking, setAsking] = useState<HeldAsking | null>(null)
  const [busyIds, setBusyIds] = useState<readonly number[]>([])
  const waiting = lines.filter(({ status }) => status === 'pending')
  const chosen = waiting.filter(({ id }) => chosenIds.includes(id))
  const { current, go, walk, goOn: goToNextWaiting } = useWalk(lines, waiting)
  const rejecting = useRejecting(go)
  /** Runs a decision on some texts, which are busy meanwhile. */
  const run = async (ids: readonly number[], work: () => Promise<Result<unknown>>): Promise<boolean> => {
    setBusyIds((busy) => [...busy, ...ids])
    goToNextWaiting(ids)
    const isDone = showFailure(await work())
    setBusyIds((busy) => busy.filter((id) => !ids.includes(id)))
    setChosenIds((kept) => kept.filter((id) => !ids.includes(id)))
    return isDone
  }
  const runAll = (ids: readonly number[], work: () => Promise<Result<number>>) =>
    run(ids, async () => {
      const result = await work()
      if (result.ok && result.value > 0) toast.info(heldQueueText('some', { count: result.value }))
      return result
    })
  const decideOn = (ids: readonly number[], action: 'approve' | 'reject', reason?: string) =>
    runAll(ids, () => decideAll(forum, ids, action, reason))
  const isBusy = (id: number) => busyIds.includes(id)
  const approveOne = (held: Held, content?: string) => {
    if (!isBusy(held.id)) void run([held.id], () => approve(forum, held, content))
  }
  const approveChosen = () => {
    if (chosen.length > 0)
      void decideOn(
        chosen.map(({ id }) => id),
        'approve',
      )
  }
  const ofMember = ({ author }: Held) => waiting.filter((one) => isSameAuthor(one.author, author))
  const toggle = (id: number) => {
    setChosenIds((ids) => (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]))
  }
  const chooseMember = (held: Held) => {
    setChosenIds(ofMember(held).map(({ id }) => id))
  }
  const mayBan = ({ author }: Held) => mayAct(actor, 'ban_user', { boardId: null, member: author })
  const mayRemoveAll = ({ author }: Held) => actor !== null && mayPurge(actor, author) === 'allowed'

  const onCurrent = (act: (held: Held) => void) => () => {
    if (current?.status === 'pending') act(current)
  }
  useListKeys({
    j: () => {
      walk(1)
    },
    k: () => {
      walk(-1)
    },
    a: onCurrent(approveOne),
    A: approveChosen,
    e: onCurrent((held) => {
      if (held.content !== null) setAsking({ act: 'edit', held })
    }),
    d: () => {
      const [first] = chosen
      if (first) setAsking({ act: 'reject', held: first, ids: chosen.map(({ id }) => id) })
      else if (current?.status === 'pending') setAsking({ act: 'reject', held: current, ids: [current.id] })
    },
    u: rejecting.undo,
    x: onCurrent(({ id }) => {
      toggle(id)
    }),
    m: onCurrent(chooseMember),
    b: onCurrent((held) => {
      if (mayBan(held)) setAsking({ act: 'ban', held })
    }),
    p: () => {
      if (current) setAsking({ act: 'person', held: current })
    },
  })

  return {
    isPending: lines.length > 0,
    current,
    chosen,
    asking,
    go,
    isBusy,
    isChosen: (id: number) => chosenIds.includes(id),
    toggle,
    clear: () => {
      setChosenIds([])
    },
    approve: approveOne,
    approveChosen,
    ofMember,
    chooseMember,
    mayBan,
    mayRemoveAll,
    ask: setAsking,
    close: () => {
      setAsking(null)
    },
    rejectMember: (held: Held, reason: string) =>
      runAll(
        ofMember(held).map(({ id }) => id),
        () => rejectMember(forum, held.author.id, reason),
      ),
    rejectAll: (ids: readonly number[], reason: string) => {
      const [id] = ids
      if (ids.length === 1 && id !== undefined && reason !== '')
        return run(ids, () => rejecting.reject(id, reason))
      return decideOn(ids, 'reject', reason)
    },
  }
}

/** Rejects one text, and undoes the last rejection. */
function useRejecting(go: (id: number) => void) {
  const last = useRef<{ id: number; undo: Undo } | null>(null)
  const undoLast = () => {
    const rejected = last.current
    if (!rejected) return
    last.current = null
    void undoRejection(forum, rejected.id, rejected.undo).then((result) => {
      if (showFailure(result)) go(rejected.id)
    })
  }
  return {
    undo: undoLast,
    async reject(id: number, reason: string): Promise<Result<unknown>> {
      const result = await reject(forum, id, reason)
      if (result.ok && result.value) {
        last.current = { id, undo: result.value }
        toast.success(heldQueueText('rejected'), {
          action: { label: heldQueueText('undo'), onClick: undoLast },
        })
      }
      return result
    },
  }
}

/** The moderator's position in the queue. */
function useWalk(lines: readonly Held[], waiting: readonly Held[]) {
  const [currentId, setCurrentId] = useState<number | null>(null)
  // Once begun, the walk continues at the first text of the next load.
  const current = lines.find(({ id }) => id === currentId) ?? (currentId === null ? undefined : waiting[0])

  const go = (id: number) => {
    setCurrentId(id)
    document.querySelector(`[data-held="${id}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  const walk = (step: 1 | -1) => {
    const at = lines.findIndex((line) => line === current)
    const next = lines[at < 0 ? 0 : Math.max(0, Math.min(lines.length - 1, at + step))]
    if (next) go(next.id)
  }
  /** Moves to the next waiting text after the moderator's position. */
  const goToNextWaiting = (from: readonly number[]) => {
    const at = lines.findIndex(
      ({ id }) => id === (current && from.includes(current.id) ? current.id : from[0]),
    )
    const isLeft = ({ id, status }: Held) => status === 'pending' && !from.includes(id)
    const next = lines.slice(at + 1).find(isLeft) ?? lines.find(isLeft)
    if (next) go(next.id)
  }
  return { current, go, walk, goOn: goToNextWaiting }
}
