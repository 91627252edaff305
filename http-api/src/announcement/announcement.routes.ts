import { signedIn, type Handlers } from '../platform/mount'
import type { Announcements } from './announcements.service'

export const announcementRoutes = (announcements: Announcements) =>
  ({
    getAnnouncement: async () => ({ announcement: await announcements.current() }),
    setAnnouncement: async (call) => ({
      announcement: await announcements.set(signedIn(call), {
        text: call.body.text,
        until: call.body.until ?? null,
      }),
    }),
  }) satisfies Partial<Handlers>
