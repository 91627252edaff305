import type { Clock } from '@forum/shared/clock'
import type { LogEntry } from '@forum/shared/contract'
import { ForumError, type Language } from '@forum/shared/errors'
import type { Viewer } from '../platform/http/viewer'
import { isUndoableEntry, undoableUntil, type LogEntryDoc } from '../record'
import { oppositeCall, type ActCall, type Acts } from './acts'
import type { CaseService } from './cases/cases.service'
import type { LogQueries } from './log.queries'
import type { PurgeService } from './purges/purges.service'
import type { TransferService } from './transfers/transfers.service'

interface UndoDeps {
  acts: Acts
  queries: LogQueries
  cases: CaseService
  purges: PurgeService
  transfers: TransferService
  clock: Clock
}

/** Takes single acts of the log back. */
export class UndoService {
  constructor(private readonly deps: UndoDeps) {}

  /**
   * Does the opposite of an act in the name of the caller, who needs its permission, and returns the act's entry.
   *
   * @throws ForumError `NOT_FOUND`, `CONFLICT` if something else has changed what the act did, or it cannot be taken
   * back, and what the opposite act throws
   */
  async undo(
    reader: { viewer: Viewer; language: Language },
    id: number,
    reason: string | undefined,
  ): Promise<LogEntry> {
    const { acts, queries, purges, transfers, clock } = this.deps
    const { viewer } = reader
    const entry = await queries.byId(id, viewer)
    if (!entry) throw new ForumError('NOT_FOUND')
    const opposite = oppositeCall(viewer, entry, reason)
    const isOver = !isUndoableEntry(entry) || undoableUntil(entry.at) <= clock.now()
    if (!opposite || isOver || entry.undoneBy !== undefined || (await queries.isFollowed(entry))) {
      throw new ForumError('CONFLICT')
    }
    const { action, call } = opposite
    if (action === 'reopen_report') await this.reopen(reader, call)
    else if (action === 'undo_purge') await purges.undo(viewer, Number(call.from?.['purge']), call.notes)
    else if (action === 'undo_transfer')
      await transfers.undo(viewer, Number(call.from?.['transfer']), call.notes)
    else await acts[action](call)
    const [shown] = await queries.present(
      [{ ...entry, undoneBy: viewer.actor.id, undoneAt: clock.now() }],
      reader,
    )
    if (!shown) throw new ForumError('NOT_FOUND')
    return shown
  }

  /** Opens a case again, and takes back the act that settled it, unless that was taken back on its own. */
  private async reopen(
    reader: { viewer: Viewer; language: Language },
    { takesBack: { _id, key }, from, notes: { reason } }: ActCall & { takesBack: LogEntryDoc },
  ): Promise<void> {
    const { cases, queries } = this.deps
    const actKey = await cases.actKeyOf(key)
    const act = actKey === null ? null : await queries.byKey(actKey)
    if (act && act.undoneBy === undefined) await this.undo(reader, act._id, reason)
    await cases.reopen(reader.viewer, Number(from?.['case']), { key, reason, undoes: _id })
  }
}
