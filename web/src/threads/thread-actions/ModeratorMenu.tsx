import { TITLE_MAX } from '@forum/shared/limits'
import { countCharacters, isBlank } from '@forum/shared/text'
import { useRef, useState } from 'react'
import { type Result } from '../../lib/result'
import { forum } from '../../store'
import { Button, Counter, Field, Menu, MenuItem, MenuLine, toast } from '../../ui'
import {
  Award,
  FolderInput,
  Lock,
  LockOpen,
  Pencil,
  Pin,
  PinOff,
  ShieldCheck,
  Trash2,
  Undo2,
} from '../../ui/icons'
import { type ThreadRow } from '../../state/thread-copy'
import { ActDialog } from './ActDialog'
import { actionsText } from './actions.texts'
import { MoveDialog } from './MoveDialog'
import {
  deleteThread,
  featureThread,
  lockThread,
  moveThread,
  pinThread,
  renameThread,
  restoreThread,
} from './thread-actions.actions'
import './thread-actions.css'

type Asking = 'lock' | 'rename' | 'move' | 'delete'

/**
 * The moderators' actions on a thread. Changes are shown once the server has accepted them; renaming, moving, locking
 * and deleting open a dialog first.
 */
export function ModeratorMenu({ thread }: { thread: ThreadRow }) {
  const [asking, setAsking] = useState<Asking | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { id, isPinned, isFeatured, isLocked, isDeleted } = thread
  const openDialog = (act: Asking) => () => {
    setAsking(act)
  }
  const act = async (change: Promise<Result<void>>, done: string) => {
    const result = await change
    if (result.ok) toast.success(done)
    else toast.error(result.error.message)
  }
  return (
    <>
      <Menu
        trigger={
          <Button ref={button} size="small" className="thread-manage" icon={<ShieldCheck aria-hidden />}>
            {actionsText('manage')}
          </Button>
        }
      >
        <MenuItem
          icon={isPinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
          onSelect={() =>
            void act(pinThread(forum, id, !isPinned), actionsText(isPinned ? 'unpinned' : 'pinned'))
          }
        >
          {isPinned ? actionsText('unpin') : actionsText('pin')}
        </MenuItem>
        <MenuItem
          icon={<Award aria-hidden />}
          onSelect={() =>
            void act(
              featureThread(forum, id, !isFeatured),
              actionsText(isFeatured ? 'unfeatured' : 'featured'),
            )
          }
        >
          {isFeatured ? actionsText('unfeature') : actionsText('feature')}
        </MenuItem>
        <MenuItem
          icon={isLocked ? <LockOpen aria-hidden /> : <Lock aria-hidden />}
          onSelect={
            isLocked
              ? () => void act(lockThread(forum, id, false), actionsText('unlocked'))
              : openDialog('lock')
          }
        >
          {isLocked ? actionsText('unlock') : actionsText('lock')}
        </MenuItem>
        <MenuItem icon={<Pencil aria-hidden />} onSelect={openDialog('rename')}>
          {actionsText('rename')}
        </MenuItem>
        <MenuItem icon={<FolderInput aria-hidden />} onSelect={openDialog('move')}>
          {actionsText('move')}
        </MenuItem>
        <MenuLine />
        {isDeleted ? (
          <MenuItem
            icon={<Undo2 aria-hidden />}
            onSelect={() => void act(restoreThread(forum, id), actionsText('restored'))}
          >
            {actionsText('restore')}
          </MenuItem>
        ) : (
          <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={openDialog('delete')}>
            {actionsText('delete')}
          </MenuItem>
        )}
      </Menu>
      {asking !== null && (
        <ModeratorDialog
          asking={asking}
          thread={thread}
          onClose={() => {
            setAsking(null)
            // The entry that opened the dialog is gone.
            button.current?.focus({ preventScroll: true })
          }}
        />
      )}
    </>
  )
}

function ModeratorDialog({
  asking,
  thread,
  onClose,
}: {
  asking: Asking
  thread: ThreadRow
  onClose: () => void
}) {
  switch (asking) {
    case 'lock':
      return (
        <ActDialog
          title={actionsText('lockTitle')}
          text={actionsText('lockText')}
          confirmLabel={actionsText('lock')}
          onClose={onClose}
          onConfirm={(reason) => lockThread(forum, thread.id, true, reason)}
        />
      )
    case 'rename':
      return <RenameDialog thread={thread} onClose={onClose} />
    case 'move':
      return (
        <MoveDialog
          text={thread.title}
          from={thread.boardId}
          onMove={async (board, reason) => {
            const result = await moveThread(forum, thread.id, board.id, reason)
            if (result.ok) toast.success(actionsText('moved', { board: board.displayName }))
            return result
          }}
          onClose={onClose}
        />
      )
    case 'delete':
      return <DeleteThreadDialog thread={thread} onClose={onClose} />
  }
}

function RenameDialog({ thread, onClose }: { thread: ThreadRow; onClose: () => void }) {
  const [title, setTitle] = useState(thread.title)
  const length = countCharacters(title)
  return (
    <ActDialog
      title={actionsText('renameTitle')}
      confirmLabel={actionsText('renameTitle')}
      onClose={onClose}
      onConfirm={(reason) => renameThread(forum, thread.id, title, reason)}
      check={() => {
        if (isBlank(title)) return actionsText('titleEmpty')
        return length > TITLE_MAX ? actionsText('titleTooLong', { max: TITLE_MAX }) : null
      }}
    >
      <Field label={actionsText('newTitle')} required aside={<Counter count={length} max={TITLE_MAX} />}>
        {(control) => (
          <input
            {...control}
            className="input"
            value={title}
            onChange={(event) => {
              setTitle(event.target.value)
            }}
          />
        )}
      </Field>
    </ActDialog>
  )
}

/** Deletes a thread; its moderators can undo it at once. */
function DeleteThreadDialog({ thread, onClose }: { thread: ThreadRow; onClose: () => void }) {
  const remove = async (reason: string) => {
    const result = await deleteThread(forum, thread.id, reason)
    if (!result.ok) return result
    toast.success(actionsText('deleted'), {
      action: { label: actionsText('undo'), onClick: () => void restoreThread(forum, thread.id) },
    })
    return result
  }
  return (
    <ActDialog
      title={actionsText('deleteTitle')}
      text={actionsText('deleteText')}
      confirmLabel={actionsText('delete')}
      danger
      onClose={onClose}
      onConfirm={remove}
    />
  )
}
