import { type Board } from '@forum/shared/contract'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { useTexts } from '../../lib/i18n'
import {
  Bone,
  Count,
  EmptyState,
  ErrorState,
  GlowOnChange,
  RelativeTime,
  rows,
  SectionHeading,
  Skeleton,
  useBusy,
  usePageTitle,
  VisuallyHidden,
} from '../../ui'
import { LayoutList } from '../../ui/icons'
import { useBoards } from '../boards'
import { GuestStrip } from './GuestStrip'
import { homeSections, type HomeSection } from './sections'
import './home.css'

export function HomeScreen() {
  const t = useTexts()
  const boards = useBoards()
  usePageTitle(null)
  useBusy(boards.status === 'loading')
  return (
    <div className="home">
      <VisuallyHidden>
        <h1>{t('common.siteName')}</h1>
      </VisuallyHidden>
      <GuestStrip />
      {boards.status === 'loading' && <HomeSkeleton />}
      {boards.status === 'error' && (
        <ErrorState title={t('board.error.title')} cause={boards.error.message} onRetry={boards.reload} />
      )}
      {boards.status === 'ready' && <Sections boards={boards.data} />}
    </div>
  )
}

function Sections({ boards }: { boards: Board[] }) {
  const t = useTexts()
  const sections = useMemo(() => homeSections(boards), [boards])
  if (sections.length === 0)
    return <EmptyState icon={<LayoutList aria-hidden />} title={t('home.noBoards')} />
  return sections.map((section) => <Section key={section.key} section={section} />)
}

function Section({ section }: { section: HomeSection }) {
  const t = useTexts()
  const { key, title, boardId, slug, boards } = section
  return (
    <section className="home-section" aria-labelledby={key}>
      <SectionHeading
        id={key}
        {...(boardId === null ? {} : { to: `/boards/${boardId}` })}
        more={
          <Link to={`/category/${encodeURIComponent(slug)}`} aria-label={t('common.moreOf', { name: title })}>
            {t('common.more')} ›
          </Link>
        }
      >
        {title}
      </SectionHeading>
      <ul className="home-boards">
        {boards.map((board) => (
          <BoardEntry key={board.id} board={board} />
        ))}
      </ul>
    </section>
  )
}

function BoardEntry({ board }: { board: Board }) {
  const t = useTexts()
  const { lastThread } = board
  return (
    <li className="home-board">
      <div className="home-board-line">
        <Link to={`/boards/${board.id}`} className="home-board-link">
          {board.displayName}
        </Link>
        <span className="home-board-about">{board.displayDescription}</span>
        <span className="home-board-counts num">
          {board.todayCount > 0 && (
            <span className="live">{t('board.today', { count: board.todayCount })}</span>
          )}
          <GlowOnChange of={board.postCount}>
            <span className="home-board-posts">
              {t('board.posts')} <Count value={board.postCount} />
            </span>
          </GlowOnChange>
        </span>
      </div>
      <div className="home-board-line home-board-newest">
        {lastThread ? (
          <>
            <Link
              to={`/threads/${lastThread.id}`}
              className="home-board-last one-line"
              title={lastThread.title}
            >
              <GlowOnChange of={`${lastThread.id} ${lastThread.lastPostAt}`}>{lastThread.title}</GlowOnChange>
            </Link>
            <span className="home-board-when">
              <span className="one-line">{lastThread.lastPostUser.displayName}</span>
              <span aria-hidden> · </span>
              <RelativeTime at={lastThread.lastPostAt} />
            </span>
          </>
        ) : (
          <span className="home-board-last faint">{t('home.noThreadYet')}</span>
        )}
      </div>
    </li>
  )
}

function HomeSkeleton() {
  return (
    <Skeleton>
      {rows(4, (section) => (
        <div key={section} className="home-section">
          <SectionHeading>
            <span>
              <Bone width="5em" />
            </span>
          </SectionHeading>
          <ul className="home-boards">
            {rows(4, (board) => (
              <li key={board} className="home-board">
                <div className="home-board-line">
                  <span className="home-board-link">
                    <Bone width={`${6 + ((board * 3 + section) % 5)}em`} />
                  </span>
                  <span className="home-board-about" />
                  <span className="home-board-counts">
                    <Bone width="6em" />
                  </span>
                </div>
                <div className="home-board-line home-board-newest">
                  <span className="home-board-last">
                    <Bone width={`${50 + ((board * 17 + section * 11) % 40)}%`} />
                  </span>
                  <Bone width="6em" />
                </div>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </Skeleton>
  )
}
