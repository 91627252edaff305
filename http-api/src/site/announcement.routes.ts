import { REFUSALS } from '@forum/shared/bilingual'
import type { Announcement } from '@forum/shared/contract'
import { signedIn, type Handlers } from '../platform/http/mount'
import type { Announcements } from './announcements.service'

/** The notice in place of the announcement while the site is read-only. */
export const readOnlyNotice = (since: Date): Announcement => ({
  text: `${REFUSALS.readOnly.zh}\n${REFUSALS.readOnly.en}`,
  updatedAt: since.toISOString(),
  until: null,
})

export const announcementRoutes = (announcements: Announcements, readOnlySince: () => Date | null) =>
  ({
    getAnnouncement: async () => {
      const since = readOnlySince()
      return { announcement: since ? readOnlyNotice(since) : await announcements.current() }
    },
    setAnnouncement: async (call) => ({
      announcement: await announcements.set(signedIn(call), {
        text: call.body.text,
        until: call.body.until ?? null,
      }),
    }),
  }) satisfies Partial<Handlers>
