import { REFUSALS } from '@forum/shared/bilingual'
import type { Announcement, ListedAnnouncement } from '@forum/shared/contract'
import { signedIn, type Handlers } from '../platform/http/mount'
import type { Announcements } from './announcements.service'

/** The notice in place of the announcement while the site is read-only. */
export const readOnlyNotice = (since: Date): Announcement => ({
  text: `${REFUSALS.readOnly.zh}\n${REFUSALS.readOnly.en}`,
  updatedAt: since.toISOString(),
  until: null,
})

/** The same among the announcements of a reader. */
const listedNotice = (since: Date): ListedAnnouncement => ({
  ...readOnlyNotice(since),
  id: 0,
  from: since.toISOString(),
  audience: 'everyone',
  boardId: null,
  updatedAt: since.toISOString(),
})

export const announcementRoutes = (announcements: Announcements, readOnlySince: () => Date | null) =>
  ({
    getAnnouncement: async () => {
      const since = readOnlySince()
      return { announcement: since ? readOnlyNotice(since) : await announcements.current() }
    },
    listAnnouncements: async ({ reader, query }) => {
      const since = readOnlySince()
      const listed = await announcements.list(reader, query.boardId ?? null)
      const isNoticed = since !== null && query.boardId === undefined
      return { announcements: isNoticed ? [listedNotice(since), ...listed] : listed }
    },
    listAllAnnouncements: async (call) => ({ announcements: await announcements.all(signedIn(call)) }),
    createAnnouncement: async (call) => ({
      announcement: await announcements.create(signedIn(call), call.body),
    }),
    updateAnnouncement: async (call) => ({
      announcement: await announcements.update(signedIn(call), call.params.announcementId, call.body),
    }),
    deleteAnnouncement: async (call) => {
      await announcements.remove(signedIn(call), call.params.announcementId)
    },
    setAnnouncement: async (call) => ({
      announcement: await announcements.set(signedIn(call), {
        text: call.body.text,
        until: call.body.until ?? null,
      }),
    }),
  }) satisfies Partial<Handlers>
