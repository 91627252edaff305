import type { BoardsArea } from '../boards'
import type { LogArea } from '../log'
import type { MemberDoc, MembersArea } from '../members'
import type { Ground } from '../platform/ground'
import type { Collection } from '../platform/mongo/model'
import { dataFrom } from '../platform/personal-data'
import type { SiteArea } from '../site'
import { secondFactorOf } from './account'
import { sessionFields, type SessionDoc } from './sessions.model'
import { REVOCATIONS_INTERVAL_MS, Sessions, SESSIONS_INTERVAL_MS } from './sessions.service'
import type { Tokens } from './tokens'

interface SessionsNeeds {
  log: Pick<LogArea, 'freshness' | 'threadLog'>
  members: Pick<MembersArea, 'queries' | 'onlineAmong'>
  boards: Pick<
    BoardsArea,
    'queries' | 'readers' | 'lacksSecondFactor' | 'requireFreshPassword' | 'onRightsChanged'
  >
  site: Pick<SiteArea, 'settings' | 'onDutyChanged'>
}

/** Sessions, which follow what their members may do. */
export function createSessions(ground: Ground<SessionsDb>, needs: SessionsNeeds, tokens: Tokens) {
  const { db, publisher, ids, clock, onFailure } = ground
  const { members, boards, site } = needs
  const { freshness, threadLog } = needs.log
  const sessions = new Sessions({
    db,
    boards: boards.queries,
    readers: boards.readers,
    freshness,
    publisher,
    tokens,
    ids,
    clock,
    requiresSecondFactor: site.settings.requiresSecondFactor,
    // A member who writes was identified just before: the author and the counter need no reads of their own.
    onRead: (member, at) => {
      members.queries.keep(member, at)
      const marks = Object.keys(member.marks).length
      threadLog.rememberCounter({ key: `member:${member._id}`, epoch: member.epoch, marks })
    },
    onFailure: onFailure('session'),
  })
  boards.lacksSecondFactor.by(
    (member) => secondFactorOf(member, site.settings.requiresSecondFactor()) === 'due',
  )
  members.onlineAmong.by((userIds) => sessions.onlineAmong(userIds))
  boards.onRightsChanged.by((userIds) => sessions.applyRights(userIds))
  site.onDutyChanged.by((userIds) => sessions.applyRights(userIds))
  boards.requireFreshPassword.by((viewer) => sessions.requireFreshPassword(viewer))
  return {
    sessions,
    recurring: [
      { what: 'session', everyMs: SESSIONS_INTERVAL_MS, run: () => sessions.flush() },
      { what: 'session', everyMs: REVOCATIONS_INTERVAL_MS, run: () => sessions.publishAgain() },
    ],
    personal: dataFrom('sessions', db.sessions, { fields: sessionFields, of: (userId) => ({ userId }) }),
  }
}

interface SessionsDb {
  members: Collection<MemberDoc>
  sessions: Collection<SessionDoc>
}
