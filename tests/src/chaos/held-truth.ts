import type { Held } from '@forum/shared/contract'
import type { Community, Person } from '../fixtures/community'
import type { Decision, HeldText } from './journal'

type Status = Held['status'] | 'withdrawn'

/** Reads what became of each held text, by its id; a withdrawn one is shown to nobody. */
export async function heldStatuses(community: Community, moderator: Person): Promise<Map<number, Status>> {
  const statuses = new Map<number, Status>()
  for (const status of ['pending', 'approved', 'rejected'] as const) {
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const query = { status, limit: 100, page }
      const { held, pagination } = await community.as(moderator).call('listHeld', query)
      for (const { id } of held) statuses.set(id, status)
      pages = pagination.totalPages
    }
  }
  return statuses
}

/** Returns the possible states of a text, by the acknowledgements to its author and to moderators. */
function expectedOf(text: HeldText, decisions: readonly Decision[]): Status[] {
  const count = (action: Decision['action']) =>
    decisions.filter((one) => one.heldId === text.heldId && one.action === action).length
  if (text.isWithdrawn) return ['withdrawn']
  // An edit waits again if its post has changed before it was published.
  if (count('approve') > 0) return text.kind === 'edit' ? ['approved', 'pending'] : ['approved']
  return [count('reject') > count('return') ? 'rejected' : 'pending']
}

/** Returns held texts that did not become what was acknowledged. */
export function wrongStatuses(
  texts: readonly HeldText[],
  decisions: readonly Decision[],
  statuses: ReadonlyMap<number, Status>,
): string[] {
  return texts.flatMap((text) => {
    const expected = expectedOf(text, decisions)
    const found = statuses.get(text.heldId) ?? 'withdrawn'
    return expected.includes(found) ? [] : [`held ${text.heldId} is ${found} instead of ${expected.join()}`]
  })
}
