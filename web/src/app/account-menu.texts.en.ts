import { type TableOf } from '../lib/i18n'
import { type accountMenuText } from './account-menu.texts'

export const accountMenu: TableOf<typeof accountMenuText> = {
  moderation: 'Moderation',
  numbers: '{{posts}} posts · {{likes}} likes',
  ownPage: 'Own page',
  own: 'My content',
  drafts: 'Drafts',
  watched: 'Watched',
  notifications: 'Notifications',
  confirmLogout: 'Sign out now',
  lists: 'Lists',
  normal: 'Roomy',
  dense: 'Dense',
  admin: 'Administration',
}
