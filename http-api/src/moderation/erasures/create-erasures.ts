import type { AccountsArea } from '../../accounts'
import type { AttachmentDoc, FilesArea } from '../../files'
import type { HeldDoc } from '../../gate'
import type { LogArea, ThreadLogCollections } from '../../log'
import type { MemberDoc, MembersArea } from '../../members'
import type { Ground } from '../../platform/ground'
import type { PlatformCollections } from '../../platform/mongo/database'
import type { Collection } from '../../platform/mongo/model'
import type { RecordArea } from '../../record'
import type { SearchArea } from '../../search'
import type { ThreadsArea } from '../../threads'
import { Eraser } from './eraser'
import type { ErasureDoc, EraseWork } from './erasures.model'
import { erasureRoutes } from './erasures.routes'
import { ErasureService } from './erasures.service'
import { PartEraser } from './part-eraser'
import { QuoteScrubber } from './quote-scrubber'
import type { RecordCollections } from './scrubbed-records'

interface ErasuresNeeds {
  log: Pick<LogArea, 'commands'>
  members: Pick<MembersArea, 'queries'>
  record: Pick<RecordArea, 'log'>
  accounts: Pick<AccountsArea, 'sessions' | 'eraseContent' | 'eraseProfile'>
  threads: Pick<ThreadsArea, 'posts'>
  files: Pick<FilesArea, 'store'>
  search: Pick<SearchArea, 'engine'>
}

/** Creates the services that remove content for good, also that of members who delete their accounts. */
export function createErasures(
  { db, ids, clock, cache, onFailure }: Ground<ErasuresDb>,
  { log, members, record, accounts, threads, files, search }: ErasuresNeeds,
) {
  const { store } = files
  const writing = { db, commands: log.commands, posts: threads.posts }
  const quotes = new QuoteScrubber({ ...writing, members: members.queries })
  const parts = new PartEraser({ ...writing, store, quotes })
  const service = new ErasureService({
    db,
    eraser: new Eraser({ ...writing, store, quotes, parts, eraseProfile: accounts.eraseProfile }),
    parts,
    members: members.queries,
    log: record.log,
    store,
    requireFreshPassword: (viewer) => accounts.sessions.requireFreshPassword(viewer),
    onErased: async () => {
      cache.clear()
      await search.engine.rebuild(() => undefined)
    },
    ids,
    clock,
    onFailure: onFailure('erasure'),
  })
  accounts.eraseContent.by((userId) => service.eraseOwn(userId))
  return {
    service,
    routes: erasureRoutes(service),
    unfinished: {
      erase: (work: EraseWork, erasureId: number, now: Date) => service.finish(work, erasureId, now),
    },
  }
}

type ErasuresDb = ThreadLogCollections &
  PlatformCollections &
  RecordCollections & {
    members: Collection<MemberDoc>
    attachments: Collection<AttachmentDoc>
    erasures: Collection<ErasureDoc>
    held: Collection<HeldDoc>
  }
