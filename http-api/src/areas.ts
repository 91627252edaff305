import { createAccounts } from './accounts'
import { createBoards, withdrawalWrites } from './boards'
import type { Collections } from './collections'
import { createDocuments, type Page } from './documents'
import { createFiles, type FileStore } from './files'
import { createGate } from './gate'
import { createKept } from './kept'
import { createLog } from './log'
import { createMembers } from './members'
import { createMessages } from './messages'
import { createModeration } from './moderation'
import { createNotices, type PushNetwork } from './notices'
import { createOperations, type OperationsDeps } from './operations'
import type { Ground } from './platform/ground'
import { createRecord } from './record'
import { createSearch, type SearchSizes } from './search'
import { createSite, type CountOnline } from './site'
import { createThreads, ownPostWrites } from './threads'
import { createWords } from './words'

/** The surroundings of the areas: files, the built page, the network, and the process itself. */
export interface AreasDeps extends OperationsDeps {
  /** The store for uploaded files. */
  files: FileStore
  page?: Page | null
  countOnline?: CountOnline | null
  pushNetwork?: PushNetwork
  /** Sizes of the search index; tests make them small. */
  searchSizes?: Partial<SearchSizes>
}

/** The areas by name. Written out in a declaration, their types would be too long. */
export interface Areas {
  log: ReturnType<typeof createLog>
  files: ReturnType<typeof createFiles>
  members: ReturnType<typeof createMembers>
  record: ReturnType<typeof createRecord>
  words: ReturnType<typeof createWords>
  boards: ReturnType<typeof createBoards>
  site: ReturnType<typeof createSite>
  accounts: ReturnType<typeof createAccounts>
  gate: ReturnType<typeof createGate>
  threads: ReturnType<typeof createThreads>
  documents: ReturnType<typeof createDocuments>
  notices: ReturnType<typeof createNotices>
  kept: ReturnType<typeof createKept>
  search: ReturnType<typeof createSearch>
  messages: ReturnType<typeof createMessages>
  moderation: ReturnType<typeof createModeration>
  operations: ReturnType<typeof createOperations>
}

/** The services that each area offers to others. */
export type Services = { [Name in Exclude<keyof Areas, 'documents' | 'kept'>]: Areas[Name]['services'] }

/** Creates the areas from the ground up: each needs only services of those that stand above it here. */
export function createAreas(
  ground: Ground<Collections>,
  deps: AreasDeps,
): { areas: Pick<Areas, keyof Areas>; services: Services } {
  const { countOnline = null, page = null } = deps
  const log = createLog(ground, {
    otherWrites: (event) => [...ownPostWrites(event), ...withdrawalWrites(event)],
  })
  const members = createMembers(ground, { log: log.services })
  const record = createRecord(ground, { members: members.services })
  const below = { log: log.services, members: members.services, record: record.services }
  const words = createWords(ground, below)
  const files = createFiles(ground, { ...below, words: words.services, store: deps.files })
  const boards = createBoards(ground, below)
  const site = createSite(ground, {
    ...below,
    files: files.services,
    boards: boards.services,
    page,
    countOnline,
  })
  const ofForum = {
    ...below,
    words: words.services,
    files: files.services,
    boards: boards.services,
    site: site.services,
  }
  const accounts = createAccounts(ground, ofForum)
  const gate = createGate(ground, ofForum)
  const threads = createThreads(ground, { ...ofForum, accounts: accounts.services, gate: gate.services })
  const ofReaders = {
    ...ofForum,
    accounts: accounts.services,
    gate: gate.services,
    threads: threads.services,
  }
  const documents = createDocuments(ground, { ...ofReaders, page })
  const notices = createNotices(ground, { ...ofReaders, pushNetwork: deps.pushNetwork })
  const kept = createKept(ground, { ...ofReaders, notices: notices.services })
  const search = createSearch(ground, { ...ofReaders, sizes: deps.searchSizes })
  const messages = createMessages(ground, { ...ofReaders, notices: notices.services })
  const ofAll = {
    ...ofReaders,
    notices: notices.services,
    search: search.services,
    messages: messages.services,
  }
  const moderation = createModeration(ground, { ...ofAll, countOnline })
  const operations = createOperations(ground, { ...deps, ...ofAll, moderation: moderation.services })
  return {
    areas: {
      log,
      files,
      members,
      record,
      words,
      boards,
      site,
      accounts,
      gate,
      threads,
      documents,
      notices,
      kept,
      search,
      messages,
      moderation,
      operations,
    },
    services: { ...ofAll, moderation: moderation.services, operations: operations.services },
  }
}
