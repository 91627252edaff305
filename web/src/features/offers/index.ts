export {
  type MenuOffer,
  NO_OFFERS,
  type OfferedPost,
  type Offers,
  OffersContext,
  type ThreadChoice,
  useOffers,
} from './offers'
export { useMenuOffers } from './use-menu-offers'
