import { ACCOUNT_TEXTS, withReason, type Bilingual, type Language } from '@forum/shared/bilingual'
import type { MemberDoc } from '../../members'
import type { AccountNotice } from '../../notices'
import type { Collection } from '../../platform/mongo/model'
import { finishNow } from '../../platform/work/unfinished'
import type { DisciplineDoc } from './discipline.model'

/** The id of the work to notify of an act, within its record. */
export const NOTICE = 'notice'

/** Notifies members of what was done to their accounts, once the act has taken effect. */
export class DisciplineNotices {
  private readonly times: Record<Language, Intl.DateTimeFormat>

  constructor(
    private readonly deps: {
      db: { members: Collection<MemberDoc>; discipline: Collection<DisciplineDoc> }
      notify: (notice: AccountNotice) => Promise<void>
      timeZone: string
      /** Returns the name of a board; null if the member does not see it. */
      boardName: (boardId: number, userId: number) => Promise<Bilingual | null>
      onFailure: (error: unknown) => void
    },
  ) {
    const formatIn = (language: string) =>
      new Intl.DateTimeFormat(language, {
        timeZone: deps.timeZone,
        dateStyle: 'medium',
        timeStyle: 'short',
        hourCycle: 'h23',
      })
    this.times = { zh: formatIn('zh-CN'), en: formatIn('en-US') }
  }

  /** Notifies of an act that has taken effect; the next sweep repeats what fails. */
  async notify(act: DisciplineDoc): Promise<void> {
    const { db, onFailure } = this.deps
    await finishNow(
      { carrier: db.discipline, _id: act._id, ids: [NOTICE] },
      () => this.notifyNow(act),
      onFailure,
    )
  }

  /** Notifies of an act whose process has not; one that was recorded and never carried out does not notify. */
  async finish(actId: string): Promise<void> {
    const act = await this.deps.db.discipline.findOne({ _id: actId })
    if (act && (await this.hasTakenEffect(act))) await this.notifyNow(act)
  }

  private async notifyNow(act: DisciplineDoc): Promise<void> {
    const text = await this.textOf(act)
    if (text) await this.deps.notify({ id: act._id, userId: act.userId, at: act.at, text })
  }

  private async hasTakenEffect({
    userId,
    boardId,
    kind,
    until,
    role,
    warningId,
    cleared = [],
  }: DisciplineDoc): Promise<boolean> {
    const member = await this.deps.db.members.findOne({ _id: userId })
    if (!member) return false
    if (boardId !== undefined) {
      const end = member.boardMutes?.find((one) => one.boardId === boardId)?.until
      return (end?.getTime() ?? null) === (until?.getTime() ?? null)
    }
    if (kind === 'mute') return member.mutedUntil?.getTime() === until?.getTime()
    if (kind === 'unmute') return (member.mutedUntil ?? null) === null
    if (kind === 'warn') return (member.warnings ?? []).some(({ id }) => id === warningId)
    if (kind === 'clear') return cleared.every((name) => !member[name as keyof MemberDoc])
    if (kind === 'role') return member.role === role
    return kind === 'unban' && member.status === 'active'
  }

  /** Returns what the member reads; null for a ban, which is shown at sign-in, and for a board that the member cannot see. */
  private async textOf(act: DisciplineDoc): Promise<Bilingual | null> {
    const { kind, userId, boardId, until, role, reason } = act
    const board = boardId === undefined ? undefined : await this.deps.boardName(boardId, userId)
    if (board === null) return null
    switch (kind) {
      case 'mute': {
        if (!until) return null
        const times = { zh: this.times.zh.format(until), en: this.times.en.format(until) }
        return withReason(ACCOUNT_TEXTS.muted(times, board), reason)
      }
      case 'unmute':
        return withReason(ACCOUNT_TEXTS.unmuted(board), reason)
      case 'unban':
        return withReason(ACCOUNT_TEXTS.unbanned, reason)
      case 'role':
        return role ? withReason(ACCOUNT_TEXTS.role[role], reason) : null
      case 'warn':
        return withReason(ACCOUNT_TEXTS.warned, reason)
      case 'clear':
        return withReason(ACCOUNT_TEXTS.cleared, reason)
      case 'ban':
        return null
    }
  }
}
