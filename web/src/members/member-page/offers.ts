import { onDemand } from '../../ui'
import { type Offers } from '../../state/offers'

/** The card of a member beside their posts. */
export const memberOffers: Pick<Offers, 'memberCard'> = {
  memberCard: onDemand(async () => ({ Component: (await import('./MemberCard')).MemberCard })),
}
