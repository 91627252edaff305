import { type Board } from '@forum/shared/contract'
import { mayModerate } from '@forum/shared/policies'
import { type ReactNode, useRef, useState } from 'react'
import { Link, Navigate, useParams, useSearchParams } from 'react-router-dom'
import { actorOf } from '../lib/actor'
import { commonText } from '../lib/i18n'
import { forum } from '../store'
import {
  Bone,
  Breadcrumb,
  Button,
  ButtonLink,
  EmptyState,
  ErrorState,
  Pagination,
  readPage,
  SectionHeading,
  Skeleton,
  toast,
  useAction,
  useBusy,
  usePageTitle,
  NotFoundScreen,
} from '../ui'
import { Award, Inbox } from '../ui/icons'
import { useSession } from '../state/session'
import { useOffers } from '../state/offers'
import { type BoardMarks, isNarrowed, marksIn, queryOfMarks } from './board-marks'
import { boardScreenText } from './board-screen.texts'
import { BoardFilter } from './BoardFilter'
import { boardText } from './board.texts'
import { type BoardSort, SORTS, sortOf } from './board-lists'
import { Notices } from './Notices'
import { HeldThreads } from './HeldThreads'
import { BoardHead, NewThreadButton } from './BoardHead'
import { SubBoards } from './SubBoards'
import { ThreadList, ThreadListSkeleton } from './ThreadList'
import { type BoardPage, useBoardPage, useMergedInto } from './use-board-page'
import { markThreadsRead } from './boards.actions'
import './board.css'

function hrefOf(boardId: number, sort: BoardSort, page: number, marks: BoardMarks): string {
  const query = new URLSearchParams({
    ...(sort === 'replied' ? {} : { sort }),
    ...queryOfMarks(marks),
    ...(page === 1 ? {} : { page: String(page) }),
  })
  return query.size === 0 ? `/boards/${boardId}` : `/boards/${boardId}?${query.toString()}`
}

/** `/boards/:boardId?sort=&type=&solved=&page=`: sub-boards, or the threads of a board without any. */
export function BoardScreen() {
  const { boardId = '' } = useParams()
  const [query] = useSearchParams()
  // An id consists of digits; anything else is not a board.
  if (!/^[1-9][0-9]{0,14}$/.test(boardId)) return <NotFoundScreen />
  return (
    <KnownBoard
      boardId={Number(boardId)}
      page={readPage(query.get('page'))}
      sort={sortOf(query.get('sort'))}
      marks={marksIn(query)}
    />
  )
}

function KnownBoard({
  boardId,
  page,
  sort,
  marks,
}: {
  boardId: number
  page: number
  sort: BoardSort
  marks: BoardMarks
}) {
  const loaded = useBoardPage(boardId, page, sort, marks)
  const mergedInto = useMergedInto(boardId)
  usePageTitle(loaded.data?.board.displayName)
  useBusy(loaded.status === 'loading')
  if (mergedInto !== undefined) return <Navigate replace to={hrefOf(mergedInto, sort, page, marks)} />
  switch (loaded.status) {
    case 'loading':
      return <BoardSkeleton />
    case 'error': {
      const isMissing = loaded.error.code === 'NOT_FOUND'
      return (
        <>
          <Breadcrumb trail={[{ label: commonText('allBoards'), to: '/boards' }]} />
          <ErrorState
            isPage
            title={boardScreenText(isMissing ? 'missing' : 'loadFailed')}
            cause={isMissing ? boardScreenText('missingText') : loaded.error.message}
            onRetry={isMissing ? undefined : loaded.reload}
          >
            <ButtonLink to="/">{commonText('backHome')}</ButtonLink>
            {isMissing && <ButtonLink to="/boards">{commonText('allBoards')}</ButtonLink>}
          </ErrorState>
        </>
      )
    }
    case 'ready':
      return <BoardContent {...loaded.data} page={page} sort={sort} marks={marks} />
  }
}

function BoardContent({
  board,
  threads,
  pagination,
  updates,
  page,
  sort,
  marks,
}: BoardPage & { page: number; sort: BoardSort; marks: BoardMarks }) {
  const hasChildren = board.children.length > 0
  const isOfSome = sort === 'featured' || isNarrowed(marks)
  return (
    <>
      <Breadcrumb
        trail={[
          { label: commonText('allBoards'), to: '/boards' },
          ...(board.parent ? [{ label: board.parent.displayName, to: `/boards/${board.parent.id}` }] : []),
          { label: board.displayName },
        ]}
      />
      <BoardHead board={board} />
      <Notices key={board.id} boardId={board.id} />
      {hasChildren && (
        <section aria-labelledby="sub-boards">
          <SectionHeading id="sub-boards">{boardScreenText('subBoards')}</SectionHeading>
          <SubBoards boards={board.children} />
        </section>
      )}
      <HeldThreads boardId={board.id} />
      <BoardFilter
        board={board}
        marks={marks}
        hasQuestions={threads.some(({ isQuestion }) => isQuestion)}
        hrefFor={(to) => hrefOf(board.id, sort, 1, to)}
      />
      {(threads.length > 0 || isOfSome) && (
        <section aria-label={boardText('threads')} className={hasChildren ? 'board-own-threads' : undefined}>
          {threads.length > 0 ? (
            <BoardThreads
              key={hrefOf(board.id, sort, page, marks)}
              board={board}
              sort={sort}
              marks={marks}
              threads={threads}
              updates={updates}
            />
          ) : (
            <>
              <BoardTools board={board} sort={sort} marks={marks} />
              {page === 1 && (
                <EmptyState
                  icon={<Award aria-hidden />}
                  title={boardScreenText(isNarrowed(marks) ? 'noneNarrowed' : 'noFeatured')}
                />
              )}
            </>
          )}
        </section>
      )}
      {threads.length === 0 && page > 1 && (
        <EmptyState icon={<Inbox aria-hidden />} title={boardText('pastEnd')}>
          <ButtonLink to={`/boards/${board.id}`}>{boardText('toFirstPage')}</ButtonLink>
        </EmptyState>
      )}
      {threads.length === 0 && page === 1 && !hasChildren && !isOfSome && (
        <EmptyState
          icon={<Inbox aria-hidden />}
          title={boardScreenText('empty')}
          text={boardScreenText('emptyText')}
        >
          <NewThreadButton board={board} first />
        </EmptyState>
      )}
      <Pagination
        page={page}
        totalPages={pagination.totalPages}
        hrefFor={(to) => hrefOf(board.id, sort, to, marks)}
      />
    </>
  )
}

/** The threads of one page; their moderators can choose several and act on them at once. */
function BoardThreads({
  board,
  sort,
  marks,
  threads,
  updates,
}: Pick<BoardPage, 'board' | 'threads' | 'updates'> & { sort: BoardSort; marks: BoardMarks }) {
  const mayChoose = mayModerate(actorOf(useSession().user), board.id)
  const [chosen, setChosen] = useState<ReadonlySet<number> | null>(null)
  const [failures, setFailures] = useState<Record<number, string>>({})
  const last = useRef<number | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { threadChoice } = useOffers()
  const bar = threadChoice.use()
  if (!mayChoose || chosen === null || !bar)
    return (
      <>
        <BoardTools board={board} sort={sort} marks={marks}>
          {mayChoose && (
            <Button
              ref={button}
              tone="quiet"
              size="small"
              busy={chosen !== null}
              onClick={() => {
                setChosen(new Set())
                threadChoice.load().catch(() => {
                  setChosen(null)
                  toast.error(commonText('loadFailed'))
                })
              }}
            >
              {boardScreenText('select')}
            </Button>
          )}
        </BoardTools>
        <ThreadList threads={threads} updates={updates} boardId={board.id} />
      </>
    )
  const toggle = (id: number, isRange: boolean) => {
    const ids = threads.map((thread) => thread.id)
    const [from, to] = [ids.indexOf(isRange ? (last.current ?? id) : id), ids.indexOf(id)]
    const next = new Set(chosen)
    for (const one of ids.slice(Math.min(from, to), Math.max(from, to) + 1)) {
      if (chosen.has(id)) next.delete(one)
      else next.add(one)
    }
    last.current = id
    setChosen(next)
  }
  const leave = () => {
    setChosen(null)
    setFailures({})
    requestAnimationFrame(() => button.current?.focus({ preventScroll: true }))
  }
  return (
    <>
      <BoardTools board={board} sort={sort} marks={marks} />
      <ThreadList
        threads={threads}
        updates={updates}
        boardId={board.id}
        choice={{ ids: chosen, toggle, failures }}
      />
      <bar.Component
        board={board}
        threads={threads}
        chosen={chosen}
        onChoose={(ids) => {
          setChosen(new Set(ids))
        }}
        onFail={setFailures}
        onLeave={leave}
      />
    </>
  )
}

/** Changing the sort order does not count as opening another page. */
const KEEPS_SCROLL = { keepsScroll: true }

/** The sort orders of a board's threads as tabs, and for members the button that marks all threads as read. */
function BoardTools({
  board,
  sort,
  marks,
  children,
}: {
  board: Board
  sort: BoardSort
  marks: BoardMarks
  children?: ReactNode
}) {
  const { user } = useSession()
  const { isBusy, run } = useAction(() => markThreadsRead(forum, board.id), boardScreenText('markedRead'))
  return (
    <div className="board-tools">
      <nav className="board-sorts" aria-label={boardScreenText('sorts')}>
        {SORTS.map((one) => (
          <Link
            key={one}
            to={hrefOf(board.id, one, 1, marks)}
            replace
            state={KEEPS_SCROLL}
            aria-current={one === sort ? 'page' : undefined}
          >
            {boardScreenText(`sort.${one}`)}
          </Link>
        ))}
      </nav>
      {user !== null && (
        <div className="board-acts">
          {children}
          <Button tone="quiet" size="small" busy={isBusy} onClick={run}>
            {boardScreenText('markAllRead')}
          </Button>
        </div>
      )}
    </div>
  )
}

function BoardSkeleton() {
  return (
    <>
      <Skeleton>
        <div className="crumbs">
          <Bone width="12em" />
        </div>
        <div className="board-head">
          <div className="page-heading">
            <Bone width="8em" height="24px" />
            <Bone width="96px" height="36px" />
          </div>
          <p className="board-about">
            <Bone width="14em" />
          </p>
          <p className="board-facts meta">
            <Bone width="18em" />
          </p>
        </div>
      </Skeleton>
      <ThreadListSkeleton />
    </>
  )
}
