import { mayDiscipline } from '@forum/shared/policies'
import type { AccountsArea } from '../../accounts'
import type { MemberQueries } from '../../members'
import { authorize } from '../../platform/http/authorize'
import { signedIn, type Handlers } from '../../platform/http/mount'
import { undoOf, type ModerationLog } from '../../record'
import type { DisciplineService } from './discipline.service'

export const sameSourceRoutes = ({
  service,
  source,
  members,
  log,
}: {
  service: DisciplineService
  source: AccountsArea['source']
  members: MemberQueries
  log: ModerationLog
}): Pick<Handlers, 'getSameSource' | 'blockSource'> => ({
  getSameSource: async (call) => {
    const { actor } = signedIn(call)
    const { userId } = call.params
    const { role } = await members.byId(userId)
    authorize(mayDiscipline(actor, { id: userId, role }))
    await log.append([
      log.draft({
        actorId: actor.id,
        action: 'read_same_source',
        userId,
        target: `member ${userId} same source`,
      }),
    ])
    // Moderators learn nothing of those on whom they may not act.
    const found = (await source.likeliest(userId)).filter(
      ({ member: { _id: id, role } }) => mayDiscipline(actor, { id, role }) === 'allowed',
    )
    const people = await members.people(found.map(({ member }) => member._id))
    const until = await service.sourceBlockedUntil(userId)
    return {
      members: found.map(({ member, strength, lastSeenAt }) => ({
        user: people.summary(member._id),
        isBanned: member.status === 'banned',
        strength,
        lastSeenAt: lastSeenAt.toISOString(),
      })),
      blockedUntil: until?.toISOString() ?? null,
    }
  },
  blockSource: async (call) => {
    const { until, reason } = call.body
    const given = { until, reason }
    const done = await service.blockSource(signedIn(call).actor, call.params.userId, given)
    return { blockedUntil: done.until?.toISOString() ?? null, undo: undoOf(done.logged) }
  },
})
