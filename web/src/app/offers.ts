import { keptOffers, memberOffers } from '../members'
import { moderationOffers } from '../moderation'
import { noticesOffers } from '../notices'
import { siteOffers } from '../site'
import { type Offers } from '../state/offers'
import { threadsOffers } from '../threads'

/** The parts that the areas offer on screens of others. */
export const offers: Offers = {
  ...moderationOffers,
  ...memberOffers,
  ...keptOffers,
  ...noticesOffers,
  ...siteOffers,
  ...threadsOffers,
}
