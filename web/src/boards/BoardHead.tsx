import { type Board } from '@forum/shared/contract'
import { mayStartThread } from '@forum/shared/policies'
import { Link } from 'react-router-dom'
import { commonText } from '../lib/i18n'
import { actorOf } from '../lib/actor'
import { useMuteNotice } from '../accounts'
import { useSession } from '../state/session'
import { PageHeading } from '../ui'
import { Lock, PenLine } from '../ui/icons'
import { boardScreenText } from './board-screen.texts'
import { boardText } from './board.texts'
import { BoardCounts } from './BoardCounts'
import { BoardLevel } from './BoardLevel'
import { BoardMark } from './BoardMark'
import { BoardRules } from './BoardRules'
import { NewThreadLink, NewThreadSignIn } from './NewThreadLink'

/** A board's name, description, moderators and counts, and the button to start a thread. */
export function BoardHead({ board }: { board: Board }) {
  const takesThreads = board.children.length === 0
  return (
    <header className="board-head">
      <PageHeading
        title={
          <>
            <BoardMark board={board} />
            {board.displayName}
          </>
        }
      >
        <div className="board-head-acts">
          {board.viewer && <BoardLevel board={board} level={board.viewer.level} />}
          {takesThreads && <NewThreadButton board={board} />}
        </div>
      </PageHeading>
      {!board.isOpen && (
        <p className="board-closed meta">
          <Lock aria-hidden /> {boardText('notForEveryone')}
        </p>
      )}
      {takesThreads && <NewThreadSignIn />}
      <p className="board-about">{board.displayDescription}</p>
      <p className="board-facts meta num">
        {board.moderators.length > 0 && (
          <span>
            {boardText('moderators')}：{board.moderators.map(({ displayName }) => displayName).join('、')}
          </span>
        )}
        <BoardCounts board={board} />
      </p>
      {board.rules !== '' && <BoardRules key={board.rules} board={board} />}
    </header>
  )
}

/** Tells those who may not start threads in a board who may. */
function Writers({ board: { access } }: { board: Board }) {
  if (access.start !== 'groups') return boardScreenText('staffOnly')
  return (
    <>
      {boardScreenText('groupsOnly')}{' '}
      <Link className="link" to="/groups">
        {boardScreenText('howToJoin')}
      </Link>
    </>
  )
}

/** Links to the new-thread form, or says that the reader may not start threads here. */
export function NewThreadButton({ board, first = false }: { board: Board; first?: boolean }) {
  const actor = actorOf(useSession().user)
  const muteNotice = useMuteNotice(board.id)
  const isAdmitted = actor
    ? mayStartThread(actor, board) === 'allowed' && board.viewer?.canStart !== false
    : board.postRole === 'user' && board.access.start === 'members'
  if (!isAdmitted)
    return first ? null : <span className="faint small">{muteNotice ?? <Writers board={board} />}</span>
  return (
    <NewThreadLink tone="go" boardId={board.id} icon={<PenLine aria-hidden />}>
      {first ? boardScreenText('createFirst') : commonText('newThread')}
    </NewThreadLink>
  )
}
