import { type Offers } from '../offers'
import { PushOffer } from '../push'

/** Push messages, once a member watches a thread. */
export const noticesOffers: Pick<Offers, 'afterWatching'> = { afterWatching: PushOffer }
