import { type Case } from '@forum/shared/contract'
import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { useItems, useLoaded, WhenLoaded } from '../../resource'
import { forum, useForum } from '../../store'
import {
  Bone,
  Button,
  ButtonLink,
  EmptyState,
  ErrorState,
  LoadMore,
  rows,
  sharedClock,
  Skeleton,
  toast,
  UndoBar,
  usePageTitle,
  useShortcuts,
} from '../../ui'
import { ArrowLeft, Check, ChevronLeft, ChevronRight, Inbox } from '../../ui/icons'
import { useSession } from '../../state/session'
import { CaseLine, type FROM_QUEUE } from './CaseLine'
import { CasePane } from './CasePane'
import { casesIn, type Queue, QUEUES, readCase, reopenCase, type Settled, showArrived } from './cases.actions'
import { casesSlice } from './cases.slice'
import { casesText } from './cases.texts'
import { claimantOf, subjectOf } from './describe'
import '../../ui/chip.css'
import './cases.css'

/** How long a settlement can be taken back with one key; the log takes it back later. */
const UNDO_MS = 8_000
/** Whether a claim is over is looked at this often. */
const CLAIMS_MS = 10_000

const queueOf = (list: string | null): Queue => QUEUES.find((one) => one === list) ?? 'open'
const addressOf = (queue: Queue, caseId: number | null): string => {
  const query = new URLSearchParams({
    ...(queue === 'open' ? {} : { list: queue }),
    ...(caseId === null ? {} : { case: String(caseId) }),
  })
  return query.size === 0 ? '/moderation/reports' : `/moderation/reports?${query.toString()}`
}

/**
 * `/moderation/reports?list=&case=`: the reports that the reader may handle, one case a post or message, and the chosen
 * case beside them. Cases keep their places while they are shown (docs/moderation.md).
 */
export function CasesScreen() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const state = useLocation().state as Partial<typeof FROM_QUEUE> | null
  const queue = queueOf(query.get('list'))
  const chosenId = Number(query.get('case') ?? 0) || null
  const list = useMemo(() => casesIn(queue), [queue])
  const known = useForum((read) => read(casesSlice).cases)
  const { loaded, items: cases, more } = useItems(list, known)
  const arrived = useForum((read) => read(casesSlice).arrived)
  const now = useClaimsNow()
  const [undo, setUndo] = useState<(Settled & { until: number }) | null>(null)
  const isUndoing = useRef(false)
  const me = useSession().user
  usePageTitle(casesText('title'))
  const chosen = chosenId === null ? undefined : known[chosenId]
  const isNews = (id: number) => known[id]?.status === 'open' && !cases?.some((one) => one.id === id)
  const news = queue === 'open' && loaded.status === 'ready' ? arrived.filter(isNews).length : 0

  const go = (id: number | null) => {
    void navigate(addressOf(queue, id), { replace: true, state })
    if (id !== null) document.querySelector(`[data-case="${id}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  /** The next case of the list in a direction; without `anyCase`, one that is left to be settled. */
  const neighbour = (step: 1 | -1, anyCase: boolean): Case | undefined => {
    const all = cases ?? []
    const from = all.findIndex(({ id }) => id === chosenId)
    const rest = step === 1 ? all.slice(from + 1) : all.slice(0, Math.max(0, from)).toReversed()
    return rest.find((one) => {
      if (anyCase) return true
      const claimant = claimantOf(one, now)
      return one.status === 'open' && (claimant === null || claimant.id === me?.id)
    })
  }
  const walk = (step: 1 | -1) => {
    const next = neighbour(step, true)
    if (next) go(next.id)
  }
  const onSettled = (settled: Settled) => {
    setUndo({ ...settled, until: Date.now() + UNDO_MS })
    const next = neighbour(1, false) ?? neighbour(-1, false)
    if (next) go(next.id)
    else toast.info(casesText('noMore'))
  }
  const takeBack = async () => {
    if (!undo || undo.undoId === null || undo.until <= Date.now() || isUndoing.current) return
    isUndoing.current = true
    const result = await reopenCase(forum, undo.case.id, undo.undoId)
    isUndoing.current = false
    setUndo(null)
    if (!result.ok) {
      toast.error(casesText('undoFailed'), { description: result.error.message })
      return
    }
    toast.success(casesText('reopened'))
    go(undo.case.id)
  }
  useShortcuts({
    j: () => {
      walk(1)
    },
    k: () => {
      walk(-1)
    },
    u: () => void takeBack(),
  })
  const position = cases?.findIndex(({ id }) => id === chosenId) ?? -1
  return (
    <div className="cases" data-has-case={chosenId !== null}>
      <section className="cases-list" aria-label={casesText('list')}>
        <nav className="cases-queues" aria-label={casesText('queues')}>
          {QUEUES.map((one) => (
            <Link
              key={one}
              to={addressOf(one, null)}
              className={one === queue ? 'chip chip-on' : 'chip'}
              aria-current={one === queue ? 'page' : undefined}
            >
              {casesText(`queue.${one}`)}
            </Link>
          ))}
        </nav>
        {news > 0 && (
          <button type="button" className="cases-news" onClick={() => void showArrived(forum, list)}>
            <i className="dot" aria-hidden />
            {casesText('news', { count: news })}
          </button>
        )}
        <div className="cases-lines">
          <WhenLoaded loaded={loaded} skeleton={<LinesSkeleton />} failed={casesText('failed')}>
            {(shown) =>
              shown.length === 0 ? (
                <NoCases queue={queue} />
              ) : (
                <>
                  <ol>
                    {shown.map((one) => (
                      <CaseLine
                        key={one.id}
                        of={one}
                        to={addressOf(queue, one.id)}
                        isOpen={one.id === chosenId}
                        now={now}
                      />
                    ))}
                  </ol>
                  {more && <LoadMore more={more} />}
                </>
              )
            }
          </WhenLoaded>
        </div>
        {undo && (
          <UndoBar
            key={undo.until}
            text={casesText('settled', {
              what: subjectOf(undo.case),
              act: casesText(`done.${undo.case.action ?? 'dismiss'}`),
            })}
            label={casesText('undo')}
            until={undo.until}
            onUndo={undo.undoId === null ? null : () => void takeBack()}
          />
        )}
      </section>
      {chosenId !== null && (
        <div className="case-top">
          <Link
            to={addressOf(queue, null)}
            replace
            onClick={(event) => {
              if (state?.isFromQueue !== true) return
              event.preventDefault()
              void navigate(-1)
            }}
            className="icon-button"
            aria-label={casesText('back')}
            title={casesText('back')}
          >
            <ArrowLeft aria-hidden />
          </Link>
          <b>
            {position >= 0
              ? casesText('position', { n: position + 1, total: cases?.length ?? 0 })
              : casesText('title')}
          </b>
          <span className="case-top-steps">
            <Button
              tone="quiet"
              aria-label={casesText('previous')}
              disabled={position <= 0}
              icon={<ChevronLeft aria-hidden />}
              onClick={() => {
                walk(-1)
              }}
            />
            <Button
              tone="quiet"
              aria-label={casesText('next')}
              disabled={position < 0 || position + 1 >= (cases?.length ?? 0)}
              icon={<ChevronRight aria-hidden />}
              onClick={() => {
                walk(1)
              }}
            />
          </span>
        </div>
      )}
      {chosen && <CasePane key={chosen.id} of={chosen} now={now} onSettled={onSettled} />}
      {chosenId !== null && !chosen && <UnknownCase id={chosenId} />}
      {chosenId === null && (
        <div className="case case-none">
          <p className="faint">{casesText('choose')}</p>
        </div>
      )}
    </div>
  )
}

/** A case that no list of this page has loaded: it is read by its id. */
function UnknownCase({ id }: { id: number }) {
  const { error, reload } = useLoaded(useCallback(() => readCase(forum, id), [id]))
  return (
    <div className="case case-none">
      {error ? (
        <ErrorState title={error.code === 'NOT_FOUND' ? casesText('gone') : error.message} onRetry={reload} />
      ) : (
        <LinesSkeleton />
      )}
    </div>
  )
}

function NoCases({ queue }: { queue: Queue }) {
  switch (queue) {
    case 'open':
      return (
        <EmptyState icon={<Check aria-hidden />} title={casesText('none')} text={casesText('noneText')}>
          <ButtonLink to="/moderation">{casesText('toMonitor')}</ButtonLink>
        </EmptyState>
      )
    case 'mine':
      return <EmptyState icon={<Inbox aria-hidden />} title={casesText('noneMine')} />
    case 'handled':
      return <EmptyState icon={<Inbox aria-hidden />} title={casesText('noneHandled')} />
  }
}

function LinesSkeleton() {
  return (
    <Skeleton>
      {rows(3, (index) => (
        <div key={index} className="case-line">
          <Bone width="40%" />
          <Bone width={`${60 + ((index * 17) % 30)}%`} />
          <div className="meta">
            <Bone width="50%" />
          </div>
        </div>
      ))}
    </Skeleton>
  )
}

/** The time by which claims are judged; rounded, so that it changes with the page's clock only. */
function useClaimsNow(): number {
  return useSyncExternalStore(
    sharedClock.subscribe,
    () => Math.floor(sharedClock.now() / CLAIMS_MS) * CLAIMS_MS,
  )
}
