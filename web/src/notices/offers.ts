import { type Offers } from '../state/offers'
import { PushOffer } from './push/PushOffer'

/** Offers push messages after a member has begun to watch a thread. */
export const noticesOffers: Pick<Offers, 'afterWatching'> = { afterWatching: PushOffer }
