import type { AccessChange } from './journal'
import type { SecretBoard } from './page/acts'

/** Every process knows of a change after this time: the tree of boards is kept for a second. */
export const KNOWN_MS = 1_500

/** The secret board when a run begins: closed, with its first thread inside and its first member in the group. */
const begin = ({ threadIds, memberIds }: SecretBoard) => ({
  isOpen: false,
  inside: new Set(threadIds.slice(0, 1)),
  group: new Set(memberIds.slice(0, 1)),
})
type State = ReturnType<typeof begin>

function apply({ isOpen, inside, group }: State, { change }: AccessChange): State {
  const changed = { isOpen, inside: new Set(inside), group: new Set(group) }
  if (change.of === 'board') changed.isOpen = change.isOpen
  if (change.of === 'group') changed.group[change.isIn ? 'add' : 'delete'](change.userId)
  if (change.of === 'thread') changed.inside[change.isInside ? 'add' : 'delete'](change.threadId)
  return changed
}

/** A plain model of who may read what of the secret board, after acknowledged changes and between them. */
export class Access {
  private readonly last: State
  private readonly states: { state: State; from: number; to: number }[] = []

  /** @param staffIds - who reads all boards */
  constructor(
    readonly secret: SecretBoard,
    changes: readonly AccessChange[],
    private readonly staffIds: readonly number[],
  ) {
    let state = begin(secret)
    let from = 0
    for (const change of changes) {
      this.states.push({ state, from, to: change.begunAt })
      state = apply(state, change)
      from = change.endedAt + KNOWN_MS
    }
    this.states.push({ state, from, to: Infinity })
    this.last = state
  }

  /** Returns true if a reader sees the board at the end; null is a stranger. */
  seesBoard(userId: number | null): boolean {
    const { isOpen, group } = this.last
    return isOpen || (userId !== null && (group.has(userId) || this.staffIds.includes(userId)))
  }

  /** Returns true if a reader may read a secret thread at the end. */
  mayRead(userId: number | null, threadId: number): boolean {
    return !this.last.inside.has(threadId) || this.seesBoard(userId)
  }

  /** Returns true if strangers could not read a thread at any time between two moments. */
  wasHidden(threadId: number, from: number, to: number): boolean {
    const hidden = this.states.filter(({ state }) => !state.isOpen && state.inside.has(threadId))
    return hidden.some((span) => span.from <= from && to <= span.to)
  }
}
