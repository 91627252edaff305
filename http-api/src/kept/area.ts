import type { AccountsArea } from '../accounts'
import type { NoticesArea } from '../notices'
import type { Ground } from '../platform/ground'
import { signedIn, type Handlers } from '../platform/http/mount'
import type { Collection } from '../platform/mongo/model'
import { dataFrom } from '../platform/personal-data'
import { Seals } from '../platform/seals'
import type { ThreadsArea } from '../threads'
import type { DraftDoc } from './drafts.model'
import { Drafts } from './drafts.service'
import { History } from './history.service'
import { postBookmarkFields, type PostBookmark } from './post-bookmarks.model'
import { MovedBookmarks } from './moved-bookmarks.consumer'
import { PostBookmarks } from './post-bookmarks.service'
import { visitFields, type Visit } from './visits.model'

interface KeptNeeds {
  accounts: Pick<AccountsArea, 'sessions'>
  threads: Pick<ThreadsArea, 'postQueries' | 'readStates' | 'memberThreads' | 'onOpened'>
  notices: Pick<NoticesArea, 'accountNotices'>
}

/** Creates the private notes of members: kept posts, opened threads, and unsent texts. */
export function createKept(ground: Ground<KeptDb>, { accounts, threads, notices }: KeptNeeds) {
  const { db, clock, config, inBackground } = ground
  const bookmarks = new PostBookmarks({
    db,
    posts: threads.postQueries,
    readStates: threads.readStates,
    notices: notices.accountNotices,
    clock,
  })
  const history = new History({
    db,
    threads: threads.memberThreads,
    clock,
    inBackground: inBackground('history'),
  })
  threads.onOpened.by((viewer, threadId) => {
    if (accounts.sessions.accountOf(viewer).keepsHistory !== false) history.record(viewer.actor.id, threadId)
  })
  const drafts = new Drafts({ db, seals: new Seals(config.tokenSecret), clock })
  return {
    routes: {
      bookmarkPost: (call) => bookmarks.set(signedIn(call), call.params.postId, call.body),
      listBookmarks: async (call) => {
        const viewer = signedIn(call)
        if (call.query.kind === 'posts') return { threads: [], ...(await bookmarks.list(viewer, call.query)) }
        const reader = { viewer, language: call.language }
        return { posts: [], ...(await threads.memberThreads.bookmarks(call.query, reader)) }
      },
      listHistory: (call) => history.list(call.query, { viewer: signedIn(call), language: call.language }),
      clearHistory: async (call) => {
        await history.clear(signedIn(call).actor.id)
        return undefined
      },
      listDrafts: async (call) => ({ drafts: await drafts.list(signedIn(call).actor.id) }),
      getDraft: async (call) => ({ draft: await drafts.get(signedIn(call).actor.id, call.params.place) }),
      putDraft: async (call) => ({
        draft: await drafts.put(signedIn(call).actor.id, call.params.place, call.body),
      }),
      removeDraft: async (call) => {
        await drafts.remove(signedIn(call).actor.id, call.params.place)
        return undefined
      },
    } satisfies Partial<Handlers>,
    consumers: [new MovedBookmarks({ db, readStates: threads.readStates })],
    sweeps: { reminders: () => bookmarks.remind() },
    prunes: { history: () => history.prune(), drafts: () => drafts.prune() },
    personal: [
      dataFrom('kept-posts', db.postBookmarks, {
        fields: postBookmarkFields,
        of: (userId) => ({ userId }),
        erase: (userId) => db.postBookmarks.deleteMany({ userId }),
      }),
      dataFrom('history', db.visits, {
        fields: visitFields,
        of: (userId) => ({ userId }),
        erase: (userId) => db.visits.deleteMany({ userId }),
      }),
      {
        name: 'drafts',
        rows: (userId: number) => drafts.rows(userId),
        erase: async (userId: number) => {
          await db.drafts.deleteMany({ userId })
        },
      },
    ],
  }
}
interface KeptDb {
  drafts: Collection<DraftDoc>
  postBookmarks: Collection<PostBookmark>
  visits: Collection<Visit>
}
