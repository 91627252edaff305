import { signedIn, type Handlers } from '../platform/mount'
import type { Announcements } from './announcements.service'

export const announcementRoutes = (announcements: Announcements) =>
  ({
    getAnnouncement: async () => ({ announcement: await announcements.current() }),
    setAnnouncement: async (call) => ({
      announcement: await announcements.set(signedIn(call), call.body.text),
    }),
  }) satisfies Partial<Handlers>
