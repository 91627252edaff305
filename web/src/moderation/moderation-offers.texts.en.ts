import { type TableOf } from '../lib/i18n'
import { type moderationOffersText } from './moderation-offers.texts'

export const moderationOffers: TableOf<typeof moderationOffersText> = {
  cases: 'Reports on this post',
  mute: 'Mute the author…',
  record: 'Discipline',
}
