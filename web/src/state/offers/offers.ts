import { type Board, type User, type UserSummary } from '@forum/shared/contract'
import { type Actor } from '@forum/shared/policies'
import { type ComponentType, createContext, type ReactNode, use } from 'react'
import { type OnDemand, onDemand } from '../../ui'
import { type PostEntity, type ThreadRow } from '../thread-copy'

/** A component that is loaded on demand. */
export type OfferedPart<Props> = OnDemand<{ Component: ComponentType<Props> }>

/** An entry of a menu that opens a dialog, which is loaded once the entry is chosen. */
export interface MenuOffer<Subject> {
  name: string
  label: (subject: Subject) => string
  icon?: ReactNode
  isOffered: (actor: Actor, subject: Subject) => boolean
  dialog: OfferedPart<{ subject: Subject; onClose: () => void }>
}

/** A post, and the board of its thread. */
export interface OfferedPost {
  post: PostEntity
  boardId: number
}

/** The threads that a moderator has selected in the list of a board. */
export interface ThreadChoice {
  board: Board
  /** The threads of the list. */
  threads: readonly ThreadRow[]
  chosen: ReadonlySet<number>
  onChoose: (ids: readonly number[]) => void
  /** Called with the errors of single threads, by id. */
  onFail: (failures: Record<number, string>) => void
  onLeave: () => void
}

/**
 * The parts that areas contribute to screens of others, which therefore need not import them. `app/offers.ts` combines
 * them.
 */
export interface Offers {
  /** Further entries of a post's menu, before those that remove the post. */
  postMenu: readonly MenuOffer<OfferedPost>[]
  /** The moderators' entries at the end of a post's menu. */
  postStaffMenu: readonly MenuOffer<OfferedPost>[]
  /** Further entries of the staff's menu for a member. */
  memberMenu: readonly MenuOffer<User>[]
  /** The bar with the acts on the selected threads of a list. */
  threadChoice: OfferedPart<ThreadChoice>
  /** The card of an author; `children` are further actions. */
  memberCard: OfferedPart<{ member: UserSummary; children: ReactNode }>
  /** A text with markup, rendered as in a post. */
  markup: OfferedPart<{ source: string }>
  /** The text of a page of the site; `onShown` is called once it is visible. */
  sitePage: OfferedPart<{ slug: string; onShown: () => void }>
  /** Shown once a member has asked to be notified of a thread's replies. */
  afterWatching: ComponentType
}

const never = onDemand<never>(() => new Promise(() => undefined))

export const NO_OFFERS: Offers = {
  postMenu: [],
  postStaffMenu: [],
  memberMenu: [],
  threadChoice: never,
  memberCard: never,
  markup: never,
  sitePage: never,
  afterWatching: () => null,
}

/** Provides the offers of all areas. */
export const OffersContext = createContext(NO_OFFERS)

export const useOffers = (): Offers => use(OffersContext)
