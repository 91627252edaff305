import type { Held, OwnHeld } from '@forum/shared/contract'
import type { Language } from '@forum/shared/errors'
import type { BoardQueries } from '../boards'
import type { ThreadCache } from '../log'
import type { MemberQueries } from '../members'
import type { HeldDoc } from './held.model'
import { presentHeld, presentOwnHeld, type HeldContext, recipientsOf } from './held.presenter'

/** Presents held texts with what they mention. */
export class HeldPresentation {
  constructor(
    private readonly deps: {
      members: MemberQueries
      boards: BoardQueries
      threads: Pick<ThreadCache, 'getAll'>
      /** Returns where a text contains words of the filter. */
      wordsIn: (text: string) => Promise<[from: number, to: number][]>
    },
  ) {}

  async forAuthor(held: readonly HeldDoc[], language: Language): Promise<OwnHeld[]> {
    const context = await this.contextOf(held, language)
    return held.map((one) => presentOwnHeld(one, context))
  }

  async forModerators(held: readonly HeldDoc[], language: Language): Promise<Held[]> {
    const context = await this.contextOf(held, language)
    return Promise.all(
      held.map(async (one) => presentHeld(one, context, await this.deps.wordsIn(one.content ?? ''))),
    )
  }

  private async contextOf(held: readonly HeldDoc[], language: Language): Promise<HeldContext> {
    const { members, boards, threads } = this.deps
    const threadIds = [...new Set(held.flatMap(({ threadId }) => threadId ?? []))]
    const [people, tree, found] = await Promise.all([
      members.people(
        held.flatMap((one) => [one.authorId, ...recipientsOf(one), one.decidedBy ?? one.authorId]),
      ),
      boards.wholeStructure(),
      threads.getAll(threadIds),
    ])
    return { people, tree, threads: found, language }
  }
}
