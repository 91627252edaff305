import { type Offers } from '../state/offers'
import { PushOffer } from './push/PushOffer'

/** Push messages, once a member watches a thread. */
export const noticesOffers: Pick<Offers, 'afterWatching'> = { afterWatching: PushOffer }
