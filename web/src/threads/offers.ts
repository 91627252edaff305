import { type Offers } from '../state/offers'
import { onDemand } from '../ui'

/** Markup for areas below this one. */
export const threadsOffers: Pick<Offers, 'markup'> = {
  markup: onDemand(async () => ({ Component: (await import('./thread/Markup')).Markup })),
}
