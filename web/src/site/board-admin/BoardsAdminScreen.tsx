import { type Board } from '@forum/shared/contract'
import { isolated } from '@forum/shared/text'
import { useCallback, useState } from 'react'
import { Link } from 'react-router-dom'
import { commonText } from '../../lib/i18n'
import { type ApiError, useLoaded } from '../../resource'
import { forum } from '../../store'
import {
  Button,
  ConfirmDialog,
  Dialog,
  EmptyState,
  ErrorState,
  IconButton,
  PageHeading,
  SectionHeading,
  SkeletonLines,
  toast,
  useBusy,
  usePageTitle,
} from '../../ui'
import { ChevronDown, ChevronUp, FolderInput, LayoutList, Pencil, Trash2 } from '../../ui/icons'
import { boardText, useBoards } from '../../boards'
import { boardAdminText } from './board-admin.texts'
import { BoardForm } from './BoardForm'
import { Categories } from './Categories'
import { TransferDialog } from './TransferDialog'
import { Transfers } from './Transfers'
import { transferText } from './transfer.texts'
import { loadTransfers } from './transfers.actions'
import { deleteBoard, moveBoard } from './board-admin.actions'
import './board-admin.css'

/** `/admin/boards`: where admins edit the board tree. */
export function BoardsAdminScreen() {
  usePageTitle(boardAdminText('title'))
  return (
    <>
      <PageHeading title={boardAdminText('title')} />
      <section aria-labelledby="admin-boards">
        <SectionHeading id="admin-boards">{commonText('allBoards')}</SectionHeading>
        <Boards />
      </section>
      <Categories />
    </>
  )
}

/** The subject of the open dialog: the board to edit, or the parent of a new one. */
type Editing = { board: Board | null; parentId: number | null }

function Boards() {
  const boards = useBoards()
  const [editing, setEditing] = useState<Editing | null>(null)
  const [removing, setRemoving] = useState<Board | null>(null)
  const [emptying, setEmptying] = useState<Board | null>(null)
  const transfers = useLoaded(useCallback(() => loadTransfers(forum), []))
  useBusy(boards.status === 'loading')
  const showError = (error: ApiError) => {
    toast.error(error.message)
  }
  const move = async (board: Board, step: -1 | 1) => {
    const moved = await moveBoard(forum, board.id, step)
    if (!moved.ok) showError(moved.error)
  }
  const remove = async (board: Board) => {
    const removed = await deleteBoard(forum, board.id)
    if (removed.ok) toast.success(boardAdminText('deleted', { name: board.displayName }))
    else showError(removed.error)
  }
  if (boards.status === 'loading')
    return <SkeletonLines count={10} className="admin-boards" lineClass="admin-board" />
  if (boards.status === 'error')
    return (
      <ErrorState title={boardText('error.title')} cause={boards.error.message} onRetry={boards.reload} />
    )
  const depthOf = (board: Board): number => {
    const parent = boards.data.find(({ id }) => id === board.parentId)
    return parent ? depthOf(parent) + 1 : 0
  }
  return (
    <>
      <p className="admin-acts">
        <Button
          tone="go"
          onClick={() => {
            setEditing({ board: null, parentId: null })
          }}
        >
          {boardAdminText('create')}
        </Button>
      </p>
      <Transfers loaded={transfers} />
      {boards.data.length === 0 && (
        <EmptyState icon={<LayoutList aria-hidden />} title={commonText('noBoards')} />
      )}
      <ul className="admin-boards">
        {boards.data.map((board) => (
          <BoardRow
            key={board.id}
            board={board}
            siblings={boards.data.filter(({ parentId }) => parentId === board.parentId)}
            depth={depthOf(board)}
            onMove={(step) => void move(board, step)}
            onEdit={() => {
              setEditing({ board, parentId: board.parentId })
            }}
            onEmpty={() => {
              setEmptying(board)
            }}
            onRemove={() => {
              setRemoving(board)
            }}
          />
        ))}
      </ul>
      <Dialog
        open={editing !== null}
        onClose={() => {
          setEditing(null)
        }}
        title={
          editing?.board
            ? boardAdminText('edit', { name: editing.board.displayName })
            : boardAdminText('create')
        }
      >
        {editing && (
          <BoardForm
            key={editing.board?.id ?? 'new'}
            board={editing.board}
            boards={boards.data}
            onDone={() => {
              setEditing(null)
            }}
          />
        )}
      </Dialog>
      {emptying && (
        <TransferDialog
          board={emptying}
          boards={boards.data}
          onBegun={transfers.reload}
          onClose={() => {
            setEmptying(null)
          }}
        />
      )}
      <ConfirmDialog
        open={removing !== null}
        onClose={() => {
          setRemoving(null)
        }}
        title={boardAdminText('delete', { name: removing?.displayName ?? '' })}
        text={boardAdminText('deleteText')}
        confirmLabel={commonText('delete')}
        danger
        onConfirm={() => {
          if (removing) void remove(removing)
        }}
      />
    </>
  )
}

function BoardRow({
  board,
  siblings,
  depth,
  onMove,
  onEdit,
  onEmpty,
  onRemove,
}: {
  board: Board
  /** The boards under the same parent, itself among them. */
  siblings: readonly Board[]
  depth: number
  onMove: (step: -1 | 1) => void
  onEdit: () => void
  onEmpty: () => void
  onRemove: () => void
}) {
  const name = board.displayName
  return (
    <li className="admin-board" data-depth={depth}>
      <span className="admin-board-name">
        <Link to={`/boards/${board.id}`}>{name}</Link>
        <span className="faint small num">
          #{board.id} · {boardAdminText('threadCount', { count: board.threadCount })}
          {board.moderators.length > 0 &&
            ` · ${boardText('moderators')} ${board.moderators.map(({ displayName }) => isolated(displayName)).join('、')}`}
        </span>
      </span>
      <span className="admin-board-acts">
        <IconButton
          label={boardAdminText('up', { name })}
          disabled={siblings[0] === board}
          onClick={() => onMove(-1)}
        >
          <ChevronUp aria-hidden />
        </IconButton>
        <IconButton
          label={boardAdminText('down', { name })}
          disabled={siblings.at(-1) === board}
          onClick={() => onMove(1)}
        >
          <ChevronDown aria-hidden />
        </IconButton>
        <IconButton label={boardAdminText('edit', { name })} onClick={onEdit}>
          <Pencil aria-hidden />
        </IconButton>
        <IconButton label={transferText('open', { name })} onClick={onEmpty}>
          <FolderInput aria-hidden />
        </IconButton>
        <IconButton label={boardAdminText('delete', { name })} onClick={onRemove}>
          <Trash2 aria-hidden />
        </IconButton>
      </span>
    </li>
  )
}
