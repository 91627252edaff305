import type { Clock } from '@forum/shared/clock'
import type { Pagination } from '@forum/shared/contract'
import type { Language } from '@forum/shared/errors'
import type { Actor } from '@forum/shared/policies'
import { ALL_NORMAL, type BoardTree, type ChosenLevels } from '../boards'
import type { MemberQueries } from '../members'
import type { Kept, ResponseCache, Version } from '../platform/http/response-cache'
import { asGaps, gapValues, JsonTemplate, type GapValues } from '../platform/http/json-template'
import type { ResponseBody } from '../platform/http/response-body'
import type { ReadContext } from '../platform/http/viewer'
import type { PollQueries } from './polls/polls.queries'
import type { ReadStates } from './reading/read-states.service'
import type { ThreadDoc } from '../log'
import { peopleOfThreads, presentPublicThread, presentThreadViewer } from './threads.presenter'
import type { UnreadPostQueries } from './unread-posts.queries'

/** Maximum staleness of what no version of a list covers: names, counts of views, and today's date. */
export const LIST_MAX_AGE_MS = 5_000

/** Identifies a list and the version that it must cover. */
export interface ListKey {
  kind: string
  key: string
  required: Version
  /** True if the key contains a member's own choices. */
  isNarrowed?: boolean
  /** The reader's levels of boards, for lists that show one. */
  chosen?: ChosenLevels
}

/** The parts of a list: its threads, and the other fields of the response. */
export interface ListParts {
  version: Version
  tree: BoardTree
  before: object
  /** Returns the values for the gaps in `before`. */
  valuesOf?: ((actor: Actor, chosen: ChosenLevels) => GapValues) | undefined
  threads: readonly ThreadDoc[]
  pagination: Pagination
}

interface KeptList extends Kept, Pick<ListParts, 'valuesOf'> {
  template: JsonTemplate
  threads: readonly ThreadDoc[]
}

/** Returns a key for a member's rights and read states as they are now; null if another process may change them. */
export function readerKey(actor: Actor, readStates: ReadStates): string | null {
  const version = readStates.versionOf(actor.id)
  if (version === null) return null
  return `${actor.id} ${version} ${boardsKeyOf(actor)}`
}

/** Returns a key for what a member may do in boards: members with the same one get the same. */
export function boardsKeyOf({ role, isMuted, mutedIn, moderatedBoardIds, boards }: Actor): string {
  const ids = [boards.hidden, boards.noThreads, boards.noReplies].map((of) => [...of].join())
  return [role, isMuted, [...(mutedIn ?? [])].join(), moderatedBoardIds.join(), ...ids].join(' ')
}

/**
 * Caches responses that list threads as bytes, for all readers who see the same boards; a member's response fills in
 * the member's rights and read states.
 */
export class ThreadLists {
  constructor(
    private readonly deps: {
      cache: ResponseCache
      clock: Clock
      members: MemberQueries
      polls: PollQueries
      readStates: ReadStates
      unread: UnreadPostQueries
    },
  ) {}

  async body(
    wanted: ListKey,
    { reader: { viewer, as }, language }: ReadContext,
    read: () => Promise<ListParts>,
  ): Promise<ResponseBody> {
    const { cache, polls, readStates, unread } = this.deps
    const list = await cache.get(
      { ...wanted, key: `${wanted.key} ${language} ${as.boards.key}`, maxAgeMs: LIST_MAX_AGE_MS },
      async () => this.build(await read(), language),
    )
    if (!viewer) return list.body
    const { actor } = viewer
    const { chosen = ALL_NORMAL } = wanted
    const key = readerKey(actor, readStates)
    return cache.forMember(list, key && `${key} ${chosen.key}`, async () => {
      const ids = list.threads.map((thread) => thread._id)
      // The seq of a row says how new its votes are: a list may be older than the thread's page.
      const states = await readStates.of(actor.id, ids)
      const relations = {
        readStates: states,
        unread: await unread.of(list.threads, states),
        votes: await polls.votesOf(actor.id, list.threads),
      }
      return Object.assign(
        { ...list.valuesOf?.(actor, chosen) },
        ...list.threads.map((thread) =>
          gapValues(gapsOf(thread), { viewer: presentThreadViewer(thread, actor, relations) }),
        ),
      ) as GapValues
    })
  }

  private async build(parts: ListParts, language: Language): Promise<KeptList> {
    const { version, tree, before, valuesOf, threads, pagination } = parts
    const people = await this.deps.members.people(peopleOfThreads(threads))
    const now = this.deps.clock.now()
    const template = JsonTemplate.of({
      ...before,
      threads: threads.map((thread) => ({
        ...presentPublicThread(thread, { people, tree, language, now }),
        ...asGaps(gapsOf(thread), { viewer: null }),
      })),
      pagination,
    })
    return { version, body: template.forAnonymous, template, threads, valuesOf }
  }
}

const gapsOf = (thread: ThreadDoc) => `thread ${thread._id}`
