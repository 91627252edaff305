import { DAY_MS } from '@forum/shared/clock'
import { type Activity } from '@forum/shared/contract'
import { mayPurge } from '@forum/shared/policies'
import { useRef, useState } from 'react'
import { actorOf } from '../lib/actor'
import { forum, useForum } from '../store'
import { toast } from '../ui'
import { useSession } from '../state/session'
import { type Given } from '../threads'
import { type Asking, draftKey, type Drafts } from './LineActDialog'
import { mayAct } from './acts'
import { type FeedItem } from './feed'
import {
  ACT_NAMES,
  type Act,
  actionOf,
  actOn,
  labelOf,
  type Decision,
  type Done,
  isOfThread,
  memberOf,
  undoDone,
} from './monitor.actions'
import { markOf, markOfAll, monitorSlice } from './monitor.slice'
import { monitorText } from './monitor.texts'

/** An act that can be undone, as the bar below the feed shows it. */
export interface TakenAct {
  text: string
  done: readonly Done[]
  /** The end of the bar's display, in milliseconds of this machine's clock. */
  until: number
}

const BAR_MS = 8_000

const ACTED_ON: readonly string[] = ['thread', 'post', 'edit', 'report']

/** Returns a function that lists the acts the reader may do on an entry, with their labels. */
export function useMayAct() {
  const { user } = useSession()
  const actor = actorOf(user)
  const marks = useForum((read) => read(monitorSlice).marks)
  const mayDo = (act: Exclude<Act, 'ignore'>, line: Activity) => {
    const place = { boardId: line.thread && (line.board?.id ?? null), member: memberOf(line) ?? null }
    return mayAct(actor, actionOf(act, line), place)
  }
  const actsOf = ({ lines }: FeedItem): { act: Act; label: string }[] => {
    const [line] = lines
    if (markOfAll(lines, marks)) return []
    const isBurst = lines.length > 1
    const isContent = ACTED_ON.includes(line.kind)
    const isOfAccount = line.kind === 'register' || line.kind === 'profile'
    const fits: Record<Act, boolean> = {
      delete: isContent && !isBurst,
      lock: isContent,
      mute: (isContent || isOfAccount) && !isBurst,
      ban: isContent ? !isBurst : isOfAccount,
      ignore: isContent || isOfAccount || line.kind === 'login_failed',
    }
    return ACT_NAMES.filter((act) => fits[act] && (act === 'ignore' || mayDo(act, line))).map((act) => ({
      act,
      label: act === 'ban' && isBurst ? monitorText('banAll') : labelOf(act, line),
    }))
  }
  return {
    actsOf,
    mayPunish: (line: Activity) => mayDo('mute', line),
    mayRemoveAll: (line: Activity) => {
      const member = memberOf(line)
      return actor !== null && member !== undefined && mayPurge(actor, member) === 'allowed'
    },
  }
}

function doneText({ act }: { act: Act }, { lines }: FeedItem): string {
  const [line] = lines
  const title = line.thread?.title ?? ''
  const name = memberOf(line)?.displayName ?? ''
  if (act === 'ignore') return monitorText('done.ignore')
  if (act === 'lock') return monitorText('done.lock', { title })
  if (act === 'delete')
    return isOfThread(line)
      ? monitorText('done.deleteThread', { title })
      : monitorText('done.delete', { name, n: line.postNumber ?? 0 })
  if (act === 'ban' && lines.length > 1) return monitorText('done.banAll', { count: lines.length })
  return monitorText(`done.${act}`, { name })
}

/** Names the moderator who was first. */
function sayLate(line: Activity): void {
  const monitor = forum.read(monitorSlice)
  const fresh = monitor.lines.find(({ id }) => id === line.id) ?? line
  const mark = markOf(fresh, monitor.marks)
  if (mark)
    toast.info(monitorText('lateBy', { name: mark.by.displayName, what: monitorText(`mark.${mark.kind}`) }))
  else toast.info(monitorText('late'))
}

/** Returns the end of a mute that goes with a deletion. */
const inADay = () => new Date(forum.clock.now().getTime() + DAY_MS).toISOString()

/** The moderator's acts on the feed, with their dialogs and undo. */
export function useActs() {
  const [asking, setAsking] = useState<Asking | null>(null)
  const [taken, setTaken] = useState<readonly TakenAct[]>([])
  const [drafts] = useState<Drafts>(() => new Map())
  const latest = useRef(taken)
  const keep = (acts: readonly TakenAct[]) => {
    latest.current = acts
    setTaken(acts)
  }
  /** Resolves after the acts in progress, whose undo is possible from then on. */
  const underWay = useRef<Promise<unknown>>(Promise.resolve())

  const run = async (item: FeedItem, decision: Decision, alsoMute: boolean) => {
    // One lock locks the thread of a whole burst.
    const lines = decision.act === 'lock' ? [item.lines[0]] : item.lines
    const decisions: Decision[] = [
      decision,
      ...(alsoMute ? [{ act: 'mute' as const, reason: decision.reason, until: inADay() }] : []),
    ]
    const done: Done[] = []
    let hasFailed = false
    for (const line of lines) {
      for (const one of decisions) {
        const result = await actOn(forum, line, one)
        if (!result.ok) {
          hasFailed ||= one === decision
          const description = result.error.message || monitorText('actRefused')
          toast.error(monitorText('actFailed'), { description })
        } else if (result.value.kind === 'late') sayLate(line)
        else if (result.value.done) done.push(result.value.done)
      }
    }
    if (!hasFailed) drafts.delete(draftKey({ act: decision.act, item }))
    if (done.length === 0) return
    const reason = decision.reason === '' ? '' : ` · ${decision.reason}`
    const text = doneText(decision, item) + reason
    keep([...latest.current, { text, done, until: Date.now() + BAR_MS }])
  }

  const start = (...act: Parameters<typeof run>) => {
    underWay.current = Promise.all([underWay.current, run(...act)])
  }

  const undo = async () => {
    await underWay.current
    const last = latest.current.at(-1)
    if (!last) {
      toast.info(monitorText('nothingToUndo'))
      return
    }
    keep(latest.current.slice(0, -1))
    for (const one of last.done.toReversed()) {
      const result = await undoDone(forum, one)
      if (!result.ok) {
        const description = result.error.message || monitorText('actRefused')
        toast.error(monitorText('undoFailed'), { description })
        return
      }
    }
    toast.success(monitorText('undone'), { description: last.text })
  }

  return {
    asking,
    drafts,
    /** The last act, for the bar. */
    last: taken.at(-1) ?? null,
    begin: (act: Act, item: FeedItem) => {
      if (act === 'ignore') start(item, { act, reason: '', until: null }, false)
      else setAsking({ act, item })
    },
    cancel: () => {
      setAsking(null)
    },
    decide: ({ reason = '', until = null }: Given, alsoMute: boolean) => {
      if (asking) start(asking.item, { act: asking.act, reason, until }, alsoMute)
      setAsking(null)
    },
    undo: () => void undo(),
  }
}
