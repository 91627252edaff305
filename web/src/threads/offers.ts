import { type Offers } from '../state/offers'
import { onDemand } from '../ui'

/** Renders markup for areas below this one. */
export const threadsOffers: Pick<Offers, 'markup'> = {
  markup: onDemand(async () => ({ Component: (await import('./thread/Markup')).Markup })),
}
