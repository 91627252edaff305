import { ACTS } from '@forum/shared/acts'
import { Fragment, useRef, useState } from 'react'
import { type Result } from '../../lib/result'
import { forum } from '../../store'
import { Button, Menu, MenuItem, MenuLine, toast } from '../../ui'
import { Clock, Merge, ShieldCheck } from '../../ui/icons'
import { type ThreadRow } from '../../state/thread-copy'
import { ActDialog } from '../acts/ActDialog'
import { actOnThread, type ActInput, THREAD_ACTS, type ThreadAction } from '../acts/acts'
import { MergeDialog } from '../moves/MergeDialog'
import { movesText } from '../moves/moves.texts'
import { PaceDialog } from '../pace/PaceDialog'
import { paceText } from '../pace/pace.texts'
import { actionsText } from './actions.texts'
import './thread-actions.css'

const ACTIONS = Object.keys(THREAD_ACTS) as ThreadAction[]

/**
 * The moderators' acts on a thread. Changes are shown once the server has accepted them; acts that need input open a
 * dialog first.
 */
export function ModeratorMenu({ thread }: { thread: ThreadRow }) {
  const [asking, setAsking] = useState<ThreadAction | 'pace' | 'merge' | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const act = async (action: ThreadAction, given: ActInput = {}): Promise<Result<void>> => {
    const result = await actOnThread(forum, action, thread.id, given)
    const done = result.ok && THREAD_ACTS[action].done?.(given)
    const opposite = ACTS[action].undo
    const undo = { label: actionsText('undo'), onClick: () => void act('restore_thread') }
    if (done) toast.success(done, opposite === 'restore_thread' ? { action: undo } : {})
    return result
  }
  const choose = async (action: ThreadAction) => {
    if (THREAD_ACTS[action].asks !== 'nothing') {
      setAsking(action)
      return
    }
    const result = await act(action)
    if (!result.ok) toast.error(result.error.message)
  }
  const asked =
    asking && asking !== 'pace' && asking !== 'merge' ? { act: THREAD_ACTS[asking], name: asking } : null
  const close = () => {
    setAsking(null)
    // The entry that opened the dialog is gone.
    button.current?.focus({ preventScroll: true })
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
        {ACTIONS.filter((action) => THREAD_ACTS[action].fits(thread)).map((action) => {
          const { icon: Icon, label, isDanger = false } = THREAD_ACTS[action]
          return (
            <Fragment key={action}>
              {action === (thread.isDeleted ? 'restore_thread' : 'delete_thread') && (
                <>
                  <MenuItem
                    icon={<Clock aria-hidden />}
                    onSelect={() => {
                      setAsking('pace')
                    }}
                  >
                    {paceText('entry')}
                  </MenuItem>
                  {!thread.isDeleted && (
                    <MenuItem
                      icon={<Merge aria-hidden />}
                      onSelect={() => {
                        setAsking('merge')
                      }}
                    >
                      {movesText('merge')}
                    </MenuItem>
                  )}
                  <MenuLine />
                </>
              )}
              <MenuItem icon={<Icon aria-hidden />} danger={isDanger} onSelect={() => void choose(action)}>
                {label()}
              </MenuItem>
            </Fragment>
          )
        })}
      </Menu>
      {asked && (
        <ActDialog
          act={asked.act}
          title={asked.act.question?.title() ?? asked.act.label()}
          text={asked.act.asks === 'board' ? thread.title : asked.act.question?.text?.()}
          from={thread}
          onConfirm={(given) => act(asked.name, given)}
          onClose={close}
        />
      )}
      {asking === 'pace' && <PaceDialog thread={thread} onClose={close} />}
      {asking === 'merge' && <MergeDialog thread={thread} onClose={close} />}
    </>
  )
}
