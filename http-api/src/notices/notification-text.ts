import {
  ACT_TEXTS,
  GROUP_TEXTS,
  withReason,
  type Language,
  type NotificationCounts,
  type NotificationNames,
} from '@forum/shared/bilingual'
import { partsMaxOf, type NotificationDoc } from './notifications.model'

/** Returns the number of distinct members in a notification, and of its events. */
const countsOf = ({ kind, parts }: Pick<NotificationDoc, 'kind' | 'parts'>): NotificationCounts => ({
  people: new Set(parts.map(({ actorId }) => actorId)).size,
  times: parts.length,
  more: parts.length < partsMaxOf(kind) ? '' : '+',
})

/** Returns the text of a notification in a language. */
export function notificationText(
  doc: Pick<NotificationDoc, 'kind' | 'parts' | 'act' | 'reason' | 'text'>,
  names: NotificationNames,
  language: Language,
): string {
  if (doc.kind === 'system') return doc.text?.[language] ?? ''
  if (doc.kind !== 'moderation') return GROUP_TEXTS[language][doc.kind](names, countsOf(doc))
  const text = (of: Language) => (doc.act ? ACT_TEXTS[of][doc.act](names) : '')
  return withReason({ zh: text('zh'), en: text('en') }, doc.reason ?? '')[language]
}
