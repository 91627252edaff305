export { NO_OFFERS, type Offers, OffersContext, type ThreadChoice, useOffers } from './offers'
export { useMenuOffers } from './use-menu-offers'
