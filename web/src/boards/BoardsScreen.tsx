import { siteAffairsLast } from '@forum/shared/board-order'
import { type Board, type Category } from '@forum/shared/contract'
import { useMemo, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { commonText } from '../lib/i18n'
import {
  Bone,
  Breadcrumb,
  ButtonLink,
  Count,
  EmptyState,
  GlowOnChange,
  PageHeading,
  rows,
  Skeleton,
  useBusy,
  usePageTitle,
} from '../ui'
import { LayoutList } from '../ui/icons'
import { useSession } from '../state/session'
import { boardText } from './board.texts'
import { BoardMark } from './BoardMark'
import { BoardNews } from './BoardNews'
import { BoardsError } from './BoardsError'
import { ClosedMark } from './ClosedMark'
import { LastThread } from './SubBoards'
import { useBoards, useBoardsWithNews, useCategories } from './use-boards'
import './boards.css'

const NO_CATEGORIES: readonly Category[] = []

/** Every board in one table; on a phone its rows become entries. */
export function BoardsScreen() {
  const boards = useBoards()
  const categories = useCategories()
  const { user } = useSession()
  usePageTitle(commonText('allBoards'))
  const isLoading =
    boards.status === 'loading' || (boards.status === 'ready' && categories.status === 'loading')
  useBusy(isLoading)
  return (
    <>
      <Breadcrumb trail={[{ label: commonText('allBoards') }]} />
      <PageHeading title={commonText('allBoards')} className="boards-heading">
        {user?.role === 'admin' && <ButtonLink to="/admin/boards">{boardText('manage')}</ButtonLink>}
      </PageHeading>
      {isLoading && <BoardsSkeleton />}
      {boards.status === 'error' && (
        <BoardsError key={boards.error.code} error={boards.error} onRetry={boards.reload} />
      )}
      {boards.status === 'ready' &&
        !isLoading &&
        (boards.data.length === 0 ? (
          <EmptyState icon={<LayoutList aria-hidden />} title={commonText('noBoards')} />
        ) : (
          <BoardsTable boards={boards.data} categories={categories.data ?? NO_CATEGORIES} />
        ))}
    </>
  )
}

function BoardsTable({ boards, categories }: { boards: Board[]; categories: readonly Category[] }) {
  const ordered = useMemo(() => siteAffairsLast(boards, categories), [boards, categories])
  const news = useBoardsWithNews()
  return (
    <Table>
      {ordered.map((board) => (
        <BoardRow key={board.id} board={board} hasNews={news.has(board.id)} />
      ))}
    </Table>
  )
}

function Table({ children }: { children: ReactNode }) {
  return (
    <table className="boards">
      <thead>
        <tr>
          <th scope="col">{boardText('board')}</th>
          <th scope="col" className="boards-moderators">
            {boardText('moderators')}
          </th>
          <th scope="col" className="boards-number">
            {boardText('threads')}
          </th>
          <th scope="col" className="boards-number">
            {boardText('posts')}
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

function BoardRow({ board, hasNews }: { board: Board; hasNews: boolean }) {
  return (
    <RowBoxes
      isChild={board.parentId !== null}
      name={
        <>
          <Link to={`/boards/${board.id}`} className="row-link boards-name">
            <BoardMark board={board} />
            {board.displayName}
          </Link>
          {!board.isOpen && <ClosedMark />}
          {hasNews && <BoardNews />}
        </>
      }
      about={board.displayDescription}
      // A parent's last thread is that of one of its boards below.
      last={board.children.length === 0 && board.lastThread && <LastThread board={board} />}
      moderators={
        board.moderators.length > 0 && (
          <span>{board.moderators.map((moderator) => moderator.displayName).join('、')}</span>
        )
      }
      threads={
        <GlowOnChange value={board.threadCount}>
          <Count value={board.threadCount} />
        </GlowOnChange>
      }
      posts={
        <>
          <GlowOnChange value={board.postCount}>
            <Count value={board.postCount} />
          </GlowOnChange>
          {board.todayCount > 0 && (
            <span className="boards-today">{commonText('today', { count: board.todayCount })}</span>
          )}
        </>
      }
    />
  )
}

function BoardsSkeleton() {
  return (
    <Skeleton>
      <Table>
        {rows(16, (index) => (
          <RowBoxes
            key={index}
            isChild={index % 5 !== 0}
            name={
              <span className="boards-name">
                <Bone width={`${6 + ((index * 5) % 6)}em`} />
              </span>
            }
            about={<Bone width={`${8 + ((index * 3) % 7)}em`} />}
            threads={<Bone width="3em" />}
            posts={<Bone width="3em" />}
          />
        ))}
      </Table>
    </Skeleton>
  )
}

function RowBoxes({
  isChild,
  name,
  about,
  last,
  moderators,
  threads,
  posts,
}: {
  isChild: boolean
  name: ReactNode
  about: ReactNode
  last?: ReactNode
  moderators?: ReactNode
  threads: ReactNode
  posts: ReactNode
}) {
  return (
    <tr className={isChild ? 'boards-child' : 'boards-root'}>
      <th scope="row">
        {name}
        <span className="boards-about">{about}</span>
        {last}
      </th>
      <td className="boards-moderators">{moderators}</td>
      <td className="boards-number" data-label={boardText('threads')}>
        {threads}
      </td>
      <td className="boards-number" data-label={boardText('posts')}>
        {posts}
      </td>
    </tr>
  )
}
