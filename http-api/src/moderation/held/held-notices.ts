import { HELD_TEXTS, withReason, type Bilingual } from '@forum/shared/bilingual'
import { isolated } from '@forum/shared/text'
import type { HeldDoc } from '../../gate'

const TEXTS_OF = {
  pending: 'returned',
  approved: 'approved',
  rejected: 'rejected',
  withdrawn: 'rejected',
} as const

/** Returns what the author reads about a decision. `threadTitle` is that of the thread of a reply or an edit. */
export function noticeText({ kind, status, title, note }: HeldDoc, threadTitle: string): Bilingual {
  const shown = isolated(kind === 'thread' || kind === 'message' ? (title ?? '') : threadTitle)
  const texts = HELD_TEXTS[TEXTS_OF[status]]
  return withReason(texts[kind](shown), status === 'rejected' ? (note ?? '') : '')
}
