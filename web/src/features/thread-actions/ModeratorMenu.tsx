import { TITLE_MAX } from '@forum/shared/limits'
import { countCharacters, isBlank } from '@forum/shared/text'
import { useRef, useState } from 'react'
import { useTexts } from '../../lib/i18n'
import { type Result } from '../../lib/result'
import { useForum } from '../../store'
import { Button, Counter, Field, Menu, MenuItem, MenuLine, toast } from '../../ui'
import { FolderInput, Lock, LockOpen, Pencil, Pin, PinOff, ShieldCheck, Trash2, Undo2 } from '../../ui/icons'
import { type ThreadRow } from '../thread-log'
import { ActDialog } from './ActDialog'
import { MoveDialog } from './MoveDialog'
import './thread-actions.css'
import './texts'

type Asking = 'lock' | 'rename' | 'move' | 'delete'

/**
 * The moderators' actions on a thread. Changes are shown once the server has accepted them; renaming, moving, locking
 * and deleting open a dialog first.
 */
export function ModeratorMenu({ thread }: { thread: ThreadRow }) {
  const t = useTexts()
  const [asking, setAsking] = useState<Asking | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { pinThread, lockThread, restoreThread } = useForum.getState()
  const { id, isPinned, isLocked, isDeleted } = thread
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
            {t('acts.manage')}
          </Button>
        }
      >
        <MenuItem
          icon={isPinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
          onSelect={() => void act(pinThread(id, !isPinned), t(isPinned ? 'acts.unpinned' : 'acts.pinned'))}
        >
          {isPinned ? t('acts.unpin') : t('acts.pin')}
        </MenuItem>
        <MenuItem
          icon={isLocked ? <LockOpen aria-hidden /> : <Lock aria-hidden />}
          onSelect={isLocked ? () => void act(lockThread(id, false), t('acts.unlocked')) : openDialog('lock')}
        >
          {isLocked ? t('acts.unlock') : t('acts.lock')}
        </MenuItem>
        <MenuItem icon={<Pencil aria-hidden />} onSelect={openDialog('rename')}>
          {t('acts.rename')}
        </MenuItem>
        <MenuItem icon={<FolderInput aria-hidden />} onSelect={openDialog('move')}>
          {t('acts.move')}
        </MenuItem>
        <MenuLine />
        {isDeleted ? (
          <MenuItem
            icon={<Undo2 aria-hidden />}
            onSelect={() => void act(restoreThread(id), t('acts.restored'))}
          >
            {t('acts.restore')}
          </MenuItem>
        ) : (
          <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={openDialog('delete')}>
            {t('acts.delete')}
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
  const t = useTexts()
  switch (asking) {
    case 'lock':
      return (
        <ActDialog
          title={t('acts.lockTitle')}
          text={t('acts.lockText')}
          confirmLabel={t('acts.lock')}
          onClose={onClose}
          onConfirm={(reason) => useForum.getState().lockThread(thread.id, true, reason)}
        />
      )
    case 'rename':
      return <RenameDialog thread={thread} onClose={onClose} />
    case 'move':
      return <MoveDialog thread={thread} onClose={onClose} />
    case 'delete':
      return <DeleteThreadDialog thread={thread} onClose={onClose} />
  }
}

function RenameDialog({ thread, onClose }: { thread: ThreadRow; onClose: () => void }) {
  const t = useTexts()
  const [title, setTitle] = useState(thread.title)
  const length = countCharacters(title)
  return (
    <ActDialog
      title={t('acts.renameTitle')}
      confirmLabel={t('acts.renameTitle')}
      onClose={onClose}
      onConfirm={(reason) => useForum.getState().renameThread(thread.id, title, reason)}
      check={() => {
        if (isBlank(title)) return t('acts.titleEmpty')
        return length > TITLE_MAX ? t('acts.titleTooLong', { max: TITLE_MAX }) : null
      }}
    >
      <Field label={t('acts.newTitle')} required aside={<Counter count={length} max={TITLE_MAX} />}>
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
  const t = useTexts()
  const remove = async (reason: string) => {
    const { deleteThread, restoreThread } = useForum.getState()
    const result = await deleteThread(thread.id, reason)
    if (!result.ok) return result
    toast.success(t('acts.deleted'), {
      action: { label: t('acts.undo'), onClick: () => void restoreThread(thread.id) },
    })
    return result
  }
  return (
    <ActDialog
      title={t('acts.deleteTitle')}
      text={t('acts.deleteText')}
      confirmLabel={t('acts.delete')}
      danger
      onClose={onClose}
      onConfirm={remove}
    />
  )
}
