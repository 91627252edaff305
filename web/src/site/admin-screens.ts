/** The screens of administration by their paths, apart so that the first load does not list their files. */
export const adminScreens = {
  '/admin': async () => (await import('./admin/screens')).AdminHome,
  '/admin/boards': async () => (await import('./board-admin/BoardsAdminScreen')).BoardsAdminScreen,
  '/admin/groups': async () => (await import('./groups/GroupsScreen')).GroupsScreen,
  '/admin/pages': async () => (await import('./page-admin/PagesAdminScreen')).PagesAdminScreen,
  '/admin/site': async () => (await import('./identity/SiteScreen')).SiteScreen,
  '/admin/stats': async () => (await import('./stats/StatsScreen')).StatsScreen,
  '/admin/members': async () => (await import('./admin/screens')).MembersScreen,
  '/admin/announcement': async () => (await import('./admin/screens')).AnnouncementScreen,
  '/admin/synonyms': async () => (await import('./admin/screens')).SynonymsScreen,
  '/admin/shield': async () => (await import('./shield-admin/ShieldScreen')).ShieldScreen,
  '/admin/webhooks': async () => (await import('./webhook-admin/WebhooksScreen')).WebhooksScreen,
  '/admin/settings': async () => (await import('./admin/screens')).SettingsScreen,
  '/admin/health': async () => (await import('./admin/screens')).HealthScreen,
}

export const adminFrame = async () => (await import('./admin/screens')).AdminFrame
