import { useParams, useSearchParams } from 'react-router-dom'
import { useTexts } from '../../lib/i18n'
import {
  Bone,
  Breadcrumb,
  ButtonLink,
  EmptyState,
  ErrorState,
  Pagination,
  readPage,
  SectionHeading,
  Skeleton,
  useBusy,
  usePageTitle,
} from '../../ui'
import { Inbox } from '../../ui/icons'
import { NotFoundScreen } from '../static'
import { BoardHead, NewThreadButton } from './BoardHead'
import { useBoardVisit } from './board-visits'
import { SubBoards } from './SubBoards'
import { ThreadList, ThreadListSkeleton } from './ThreadList'
import { type BoardPage, useBoardPage } from './use-boards'
import './board.css'

/** `/boards/:boardId?page=`: sub-boards, or the threads of a board without any. */
export function BoardScreen() {
  const { boardId = '' } = useParams()
  const [query] = useSearchParams()
  // An id is digits; anything else is no board.
  if (!/^[1-9][0-9]{0,14}$/.test(boardId)) return <NotFoundScreen />
  return <KnownBoard boardId={Number(boardId)} page={readPage(query.get('page'))} />
}

function KnownBoard({ boardId, page }: { boardId: number; page: number }) {
  const t = useTexts()
  const loaded = useBoardPage(boardId, page)
  usePageTitle(loaded.data?.board.displayName)
  useBusy(loaded.status === 'loading')
  switch (loaded.status) {
    case 'loading':
      return <BoardSkeleton />
    case 'error':
      return (
        <>
          <Breadcrumb trail={[{ label: t('board.all'), to: '/boards' }]} />
          <ErrorState
            isPage
            title={t('board.loadFailed')}
            cause={loaded.error.message}
            onRetry={loaded.error.code === 'NOT_FOUND' ? undefined : loaded.reload}
          >
            <ButtonLink to="/">{t('common.backHome')}</ButtonLink>
          </ErrorState>
        </>
      )
    case 'ready':
      return <BoardContent {...loaded.data} page={page} />
  }
}

function BoardContent({ board, threads, pagination, updates, page }: BoardPage & { page: number }) {
  const t = useTexts()
  const hasChildren = board.children.length > 0
  useBoardVisit(board)
  return (
    <>
      <Breadcrumb
        trail={[
          { label: t('board.all'), to: '/boards' },
          ...(board.parent ? [{ label: board.parent.displayName, to: `/boards/${board.parent.id}` }] : []),
          { label: board.displayName },
        ]}
      />
      <BoardHead board={board} />
      {hasChildren && (
        <section aria-labelledby="sub-boards">
          <SectionHeading id="sub-boards">{t('board.subBoards')}</SectionHeading>
          <SubBoards boards={board.children} />
        </section>
      )}
      {threads.length > 0 && (
        <section aria-label={t('board.threads')} className={hasChildren ? 'board-own-threads' : undefined}>
          <ThreadList threads={threads} updates={updates} />
        </section>
      )}
      {threads.length === 0 && page > 1 && (
        <EmptyState icon={<Inbox aria-hidden />} title={t('board.pastEnd')}>
          <ButtonLink to={`/boards/${board.id}`}>{t('board.toFirstPage')}</ButtonLink>
        </EmptyState>
      )}
      {threads.length === 0 && page === 1 && !hasChildren && (
        <EmptyState icon={<Inbox aria-hidden />} title={t('board.empty')} text={t('board.emptyText')}>
          <NewThreadButton board={board} first />
        </EmptyState>
      )}
      <Pagination
        page={page}
        totalPages={pagination.totalPages}
        hrefFor={(to) => (to === 1 ? `/boards/${board.id}` : `/boards/${board.id}?page=${to}`)}
      />
    </>
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
          <div className="page-heading board-bone">
            <Bone width="8em" height="24px" />
            <Bone width="96px" height="36px" />
          </div>
          <p className="board-about">
            <Bone width="14em" />
          </p>
          <p className="board-facts">
            <Bone width="18em" />
          </p>
        </div>
      </Skeleton>
      <ThreadListSkeleton />
    </>
  )
}
