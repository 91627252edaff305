import { type Pagination } from '@forum/shared/contract'
import { type Call } from '../lib/api'
import { type Room } from '../lib/socket'
import { type Read, type Write } from '../store'

export interface ListResponse<Item> {
  items: readonly Item[]
  /** For a list with numbered pages. */
  pagination?: Pagination
  /** For a list that loads more: where the next items begin; null at the end. */
  nextCursor?: string | null
  /** Merges what surrounds the items; returns the topics whose events move items of the list. */
  apply?: (write: Write) => readonly string[]
}

/** Returns where the next items of a list with numbered pages begin, for one that loads more. */
export const nextPage = ({ page, hasNext }: Pick<Pagination, 'page' | 'hasNext'>): string | null =>
  hasNext ? String(page + 1) : null

export interface ListRequest {
  call: Call
  /** Null for the first items. */
  cursor: string | null
  /** Reads the state before the request, to know what events changed during it. */
  before: Read
}

/**
 * A list of the server, declared once: its name, its room and how to read it. Loading, errors with retry, revalidation
 * after missed events, the pill for moved items and paging follow from the declaration (`useList`).
 */
export interface List<Item extends { id: number }> {
  /** Names the list and everything it depends on, including its page. */
  key: string
  room: Room | null
  read: (request: ListRequest) => Promise<ListResponse<Item>>
  /** Merges an item into the store; the list itself holds ids. */
  applyItem: (write: Write, item: Item) => void
  /** Lists without `moves` take the order of every fresh read; with it, moved items wait for the reader. */
  moves?: {
    /** Whether a fresh item belongs in another place than its known state; false for the reader's own changes. */
    hasMoved: (read: Read, item: Item) => boolean
    isOwn: (read: Read, item: Item) => boolean
    versionOf: (read: Read, id: number) => number
  }
  /** Keeps the displayed order until the next load. */
  keepsOrder?: boolean
  /** How long to wait before reading once the list is first needed. */
  delayMs?: number
}
