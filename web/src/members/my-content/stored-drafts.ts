import { isBlank } from '@forum/shared/text'
import { draftKey, drafts, placeOf } from '../../state/drafts'

export type DraftKind = 'thread' | 'reply' | 'edit' | 'answer' | 'message'

/** An unsent text of the member, as this browser stores it. */
export interface StoredDraft {
  /** The key it is stored under. */
  place: string
  kind: DraftKind
  /** The id of its thread, post or message; null for a new one. */
  id: number | null
  title: string
  text: string
  /** The number of attached files. */
  files: number
  /** Time of the last change; null for a draft that an earlier version of the page has stored. */
  savedAt: string | null
  /** The address at which it can be continued. */
  path: string
  /** The stored value, to put it back. */
  stored: string
}

/** The keys of drafts by the forms that keep them; other keys hold no text to send. */
const FORMS: readonly {
  key: RegExp
  kind: DraftKind
  pathOf: (id: number, words: string) => string
}[] = [
  { key: /^new-thread$/, kind: 'thread', pathOf: () => '/new-thread' },
  { key: /^new-thread:greeting$/, kind: 'thread', pathOf: () => '/new-thread?begin=greeting' },
  { key: /^reply:(\d+)$/, kind: 'reply', pathOf: (id) => `/threads/${id}` },
  { key: /^edit:(\d+)$/, kind: 'edit', pathOf: (id) => `/posts/${id}` },
  { key: /^reply-to-post:(\d+)$/, kind: 'answer', pathOf: () => '/notifications' },
  { key: /^message$/, kind: 'message', pathOf: () => '/my/messages/compose' },
  { key: /^message:with:(\d+)$/, kind: 'message', pathOf: (id) => `/my/messages/with/${id}` },
  { key: /^message:group:(\d+)$/, kind: 'message', pathOf: (id) => `/my/messages/group/${id}` },
  { key: /^message:reply:(\d+)$/, kind: 'message', pathOf: (id) => `/my/messages/compose?replyTo=${id}` },
  { key: /^message:edit:(\d+)$/, kind: 'message', pathOf: (id) => `/my/messages/${id}/edit` },
  {
    key: /^message:to:(.+)$/,
    kind: 'message',
    pathOf: (_, name) => `/my/messages/compose?to=${encodeURIComponent(name)}`,
  },
]

interface Fields {
  title?: string
  subject?: string
  content?: string
  files?: readonly unknown[]
  savedAt?: string
}

/** Returns the unsent texts of a member in this browser, the last written first. */
export function storedDrafts(userId: number): StoredDraft[] {
  drafts.flush()
  const prefix = draftKey(userId, '')
  const places = Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  return places
    .flatMap((place) => readDraft(place, placeOf(place).slice(prefix.length)) ?? [])
    .toSorted((a, b) => (b.savedAt ?? '').localeCompare(a.savedAt ?? ''))
}

function readDraft(place: string, key: string): StoredDraft | null {
  const form = FORMS.find((one) => one.key.test(key))
  const stored = localStorage.getItem(place)
  if (!form || stored === null) return null
  try {
    const { title, subject, content = '', files = [], savedAt = null } = JSON.parse(stored) as Fields
    const named = title ?? subject ?? ''
    if (isBlank(named) && isBlank(content) && files.length === 0) return null
    const [, words = ''] = form.key.exec(key) ?? []
    const id = /^\d+$/.test(words) && form.kind !== 'message' ? Number(words) : null
    return {
      place,
      kind: form.kind,
      id,
      title: named,
      text: content,
      files: files.length,
      savedAt,
      path: form.pathOf(Number(words), words),
      stored,
    }
  } catch {
    return null
  }
}
