import { forModerators } from './for-moderators'

const screens = () => forModerators(import('./screens'))

/** The screens of moderation by their paths, apart so that the first load does not list their files. */
export const moderationScreens = {
  '/moderation': async () => (await screens()).MonitorScreen,
  '/moderation/reports': async () => (await forModerators(import('./cases/screens'))).CasesScreen,
  '/moderation/held': async () => (await forModerators(import('./held/screens'))).HeldScreen,
  '/moderation/log': async () => (await forModerators(import('./log/screens'))).LogScreen,
  '/moderation/erasures': async () =>
    (await forModerators(import('./erasures/ErasuresScreen'))).ErasuresScreen,
  '/moderation/words': async () => (await import('./words/WordsScreen')).WordsScreen,
}

export const moderationFrame = async () => (await screens()).ModerationFrame
