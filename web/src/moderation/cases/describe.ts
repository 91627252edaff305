import { type Case, type Settlement, type UserSummary } from '@forum/shared/contract'
import { isolated } from '@forum/shared/text'
import { type Reason, reasonIn, reasonText } from '../../threads'
import { casesText } from './cases.texts'

/** The author of a reported post, the sender of a reported message, or the reported member. */
export const authorOf = ({ post, message, member }: Case): UserSummary | null =>
  post?.author ?? message?.sender ?? member

/** Returns the moderator whose claim keeps a case from others; null if there is none, or it has expired. */
export const claimantOf = ({ claimedBy, claimedUntil }: Case, now: number): UserSummary | null =>
  claimedUntil !== null && Date.parse(claimedUntil) > now ? claimedBy : null

/** Returns the number of reports with each of the usual reasons, the most frequent first. */
function reasonsOf({ reports }: Case): [Reason, number][] {
  const counts = new Map<Reason, number>()
  for (const { reason } of reports) {
    const preset = reasonIn(reason) ?? 'other'
    counts.set(preset, (counts.get(preset) ?? 0) + 1)
  }
  return [...counts].toSorted(([, a], [, b]) => b - a)
}

/** Returns the most frequent reason of the reports; null if that is the reporters' own words. */
export function commonReason(reportCase: Case): Reason | null {
  const [first] = reasonsOf(reportCase)
  return first === undefined || first[0] === 'other' ? null : first[0]
}

/** Returns a summary of the reasons (人身攻击 2 · 其他 1); of a single report, its text. */
export function reasonsText(reportCase: Case): string {
  if (reportCase.complaint) return casesText(`complaint.of.${reportCase.complaint.kind}`)
  const [report, ...others] = reportCase.reports
  if (report && others.length === 0) return report.reason
  return reasonsOf(reportCase)
    .map(([reason, count]) => `${reasonText(reason)} ${count}`)
    .join(' · ')
}

/** The name of an act in the form, which depends on what was reported. */
export function actName(reportCase: Case, action: Settlement): string {
  if (action === 'delete_post' && reportCase.post?.number === 1) return casesText('act.delete_thread')
  const isOnAuthor =
    reportCase.kind === 'post' || (reportCase.kind === 'complaint' && reportCase.post !== null)
  if (!isOnAuthor && action === 'mute_user')
    return casesText(reportCase.kind === 'message' ? 'act.mute_sender' : 'act.mute_member')
  if (!isOnAuthor && action === 'ban_user')
    return casesText(reportCase.kind === 'message' ? 'act.ban_sender' : 'act.ban_member')
  return casesText(`act.${action}`)
}

export function actHint(reportCase: Case, action: Settlement): string {
  if (reportCase.kind !== 'post' && action === 'dismiss') return ''
  return casesText(
    action === 'delete_post' && reportCase.post?.number === 1 ? 'hint.delete_thread' : `hint.${action}`,
  )
}

/** Returns the subject of a case in a few words: 《…》12 楼. */
export function subjectOf({ post, thread, message, member, complaint }: Case): string {
  if (complaint && !post && !member) return isolated(complaint.url)
  if (member) return `${casesText('member')} · ${isolated(member.displayName)}`
  if (message) return `${casesText('message')} · ${isolated(message.sender.displayName)}`
  const place = post?.number === 1 ? casesText('opening') : casesText('floor', { number: post?.number ?? 0 })
  return `《${isolated(thread?.title ?? '')}》${place}`
}

/** `，理由 …`; nothing without a reason. */
export const reasonSuffix = (reason: string | null): string =>
  reason === null ? '' : casesText('reasonSuffix', { reason })
