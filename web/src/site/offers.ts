import { type Offers } from '../state/offers'
import { onDemand } from '../ui'

/** The pages of the site that newcomers agree to. */
export const siteOffers: Pick<Offers, 'sitePage'> = {
  sitePage: onDemand(async () => ({ Component: (await import('./pages/PageText')).PageText })),
}
