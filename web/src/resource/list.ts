import { type Pagination } from '@forum/shared/contract'
import { type Call } from '../lib/api'
import { type Room } from '../lib/socket'
import { type Read, type Write } from '../store'

export interface ListResponse<Item> {
  items: readonly Item[]
  /** For a list with numbered pages. */
  pagination?: Pagination
  /** For a list that loads more: the cursor of the next items; null at the end. */
  nextCursor?: string | null
  /** Merges data around the items; returns the topics whose events move items of the list. */
  apply?: (write: Write) => readonly string[]
}

/** Returns the cursor of the next items, for a list that loads more from numbered pages. */
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
 * A list of the server, declared once: its name, its room and its call. Loading, errors with retry, revalidation after
 * missed events, the pill for moved items and paging follow from the declaration (`useList`).
 */
export interface List<Item extends { id: number }> {
  /** Identifies the list by all its parameters, including the page. */
  key: string
  room: Room | null
  read: (request: ListRequest) => Promise<ListResponse<Item>>
  /** Merges an item into the store; the list itself holds ids. */
  applyItem: (write: Write, item: Item) => void
  /** Without `moves`, a list takes the order of every fresh response; with it, moved items wait for the reader. */
  moves?: {
    /**
     * Returns whether a fresh item belongs in another place than the loaded one; false for the reader's own changes.
     */
    hasMoved: (read: Read, item: Item) => boolean
    isOwn: (read: Read, item: Item) => boolean
    versionOf: (read: Read, id: number) => number
  }
  /** Keeps the displayed order until the next load. */
  keepsOrder?: boolean
  /** Wait before the first load, in milliseconds. */
  delayMs?: number
}
