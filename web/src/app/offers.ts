import { memberOffers } from '../features/member-page/offers'
import { moderationOffers } from '../features/moderation/offers'
import { noticesOffers } from '../features/notifications/offers'
import { type Offers } from '../features/offers'

/** What the areas offer on screens of others. */
export const offers: Offers = { ...moderationOffers, ...memberOffers, ...noticesOffers }
