import { type Transfer } from '@forum/shared/contract'
import { useEffect, useRef } from 'react'
import { revalidateShown, type Loaded } from '../../resource'
import { forum } from '../../store'
import { Button, RelativeTime, SectionHeading, useAction } from '../../ui'
import { transferText } from './transfer.texts'
import { stopTransfer, undoTransfer } from './transfers.actions'

/** Interval at which the progress of a transfer is loaded. */
const PROGRESS_INTERVAL_MS = 1_000

const isUnderWay = ({ status }: Transfer) => status === 'running' || status === 'undoing'

/** The newest transfers of threads between boards: their progress, and the buttons that stop or undo them. */
export function Transfers({ loaded }: { loaded: Loaded<Transfer[]> }) {
  const transfers = loaded.data ?? []
  const isActive = transfers.some(isUnderWay)
  const { reload } = loaded
  const latest = useRef(reload)
  useEffect(() => {
    latest.current = reload
  })
  useEffect(() => {
    if (!isActive) return undefined
    const timer = setInterval(() => {
      // A failed read is repeated at the next tick.
      latest.current()
    }, PROGRESS_INTERVAL_MS)
    return () => {
      clearInterval(timer)
      // The boards have other threads now, and one may have been removed.
      void revalidateShown(forum)
    }
  }, [isActive])
  if (transfers.length === 0) return null
  return (
    <section aria-labelledby="admin-transfers">
      <SectionHeading id="admin-transfers">{transferText('list')}</SectionHeading>
      <ul className="admin-boards">
        {transfers.map((transfer) => (
          <TransferRow key={transfer.id} transfer={transfer} onChanged={reload} />
        ))}
      </ul>
    </section>
  )
}

function TransferRow({ transfer, onChanged }: { transfer: Transfer; onChanged: () => void }) {
  const { id, status, from, to, merges, threads, done, createdAt, undoUntil } = transfer
  const stop = useAction(() => stopTransfer(forum, id), onChanged)
  const undo = useAction(() => undoTransfer(forum, id), onChanged)
  const names = { from: from.displayName, to: to.displayName }
  return (
    <li className="admin-board">
      <span className="admin-board-name">
        {transferText(merges ? 'merged' : 'moved', names)}
        <span className="faint small num" role="status">
          {transferText(`status.${status}`, { done, threads })} · <RelativeTime at={createdAt} />
        </span>
        {isUnderWay(transfer) && (
          <progress
            className="admin-progress"
            aria-label={transferText('progress')}
            max={Math.max(1, threads)}
            value={done}
          />
        )}
      </span>
      <span className="admin-board-acts">
        {status === 'running' && (
          <Button size="small" busy={stop.isBusy} onClick={stop.run}>
            {transferText('stop')}
          </Button>
        )}
        {undoUntil !== null && (
          <Button size="small" busy={undo.isBusy} onClick={undo.run}>
            {transferText('undo')}
          </Button>
        )}
      </span>
    </li>
  )
}
