import { memberOffers } from '../members/member-page/offers'
import { moderationOffers } from '../moderation/offers'
import { noticesOffers } from '../notices/offers'
import { type Offers } from '../state/offers'

/** What the areas offer on screens of others. */
export const offers: Offers = { ...moderationOffers, ...memberOffers, ...noticesOffers }
