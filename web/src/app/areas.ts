import { type ServerEventName } from '@forum/shared/events'
import { accountsArea } from '../accounts'
import { boardsArea } from '../boards'
import { membersArea } from '../members'
import { messagesArea, type talkTypingSlice } from '../messages'
import { moderationArea, type moderationSlices } from '../moderation'
import { noticesArea } from '../notices'
import { searchArea } from '../search'
import { siteArea } from '../site'
import { type AreaParts } from '../state/area'
import { stateSlices } from '../state/slices'
import { type Slice } from '../store'
import { threadsArea } from '../threads'

const all = [
  accountsArea,
  boardsArea,
  searchArea,
  threadsArea,
  messagesArea,
  noticesArea,
  membersArea,
  moderationArea,
  siteArea,
] as const

/** The areas of the page; each comes after those that it needs. */
export const areas: readonly AreaParts[] = all

/** The state that is there from the start, besides the session. */
export const slices: readonly Slice<object>[] = [...stateSlices, ...areas.flatMap((area) => area.slices)]

type HandledBy<S> = S extends { on: infer Handlers } ? keyof Handlers : never
/** Slices of screens that few readers open, which come with those screens. */
type Later = (typeof moderationSlices)[number] | typeof talkTypingSlice
type First = (typeof stateSlices)[number] | (typeof all)[number]['slices'][number]
/** The store itself handles the end of the session, and only gateways handle the choice to be hidden. */
type Elsewhere = 'session:revoked' | 'member:visibility'
type Unhandled = Exclude<ServerEventName, HandledBy<First | Later> | Elsewhere>
/** Does not compile while no slice handles an event. */
const _isComplete: [Unhandled] extends [never] ? true : Unhandled = true
