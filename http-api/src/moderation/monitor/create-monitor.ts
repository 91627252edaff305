import { randomUUID } from 'node:crypto'
import type { AccountsArea } from '../../accounts'
import type { BoardsArea } from '../../boards'
import type { GateArea } from '../../gate'
import type { LogArea, ThreadLogCollections } from '../../log'
import type { MemberDoc, MembersArea, ProfileWork, RegistrationWork } from '../../members'
import type { Ground } from '../../platform/ground'
import type { Collection } from '../../platform/mongo/model'
import { dataFrom } from '../../platform/personal-data'
import type { RecordArea } from '../../record'
import type { WordsArea } from '../../words'
import type { CaseDoc, ReportWork } from '../cases/cases.model'
import { ActivitiesConsumer } from './activities.consumer'
import { activityFields, type ActivityDoc } from './activities.model'
import { Activities } from './activities.service'
import { MovedLines } from './moved-lines.consumer'
import { UnlistedLines } from './unlisted.service'

interface MonitorNeeds {
  log: Pick<LogArea, 'threadCache'>
  members: Pick<MembersArea, 'queries'>
  record: Pick<RecordArea, 'onAppended'>
  words: WordsArea
  boards: Pick<BoardsArea, 'queries'>
  gate: Pick<GateArea, 'gate'>
  accounts: Pick<AccountsArea, 'onRegistered' | 'onFailedSignIn' | 'onProfileTexts'>
}

/** The moderators' feed: a line for what happens in threads, for acts, and for what members do elsewhere. */
export function createMonitor(ground: Ground<MonitorDb>, needs: MonitorNeeds) {
  const { db, config, publisher, clock } = ground
  const { log, members, record, words, boards, accounts, gate } = needs
  const onFailure = ground.onFailure('activities')
  const activities = new Activities({
    db,
    boards: boards.queries,
    members: members.queries,
    publisher,
    clock,
    wordsIn: (text) => words.words.placesIn(text),
    siteUrl: config.siteUrl,
    onFailure,
  })
  const unlisted = new UnlistedLines({ db, activities, onFailure })
  record.onAppended.by((entries) => activities.addActs(entries))
  accounts.onRegistered.by((member) => unlisted.addRegistration(member))
  accounts.onProfileTexts.by((memberId, work) => unlisted.addProfile(memberId, work))
  accounts.onFailedSignIn.by(({ _id: actorId }) => {
    const line = { key: `login_failed:${randomUUID()}`, kind: 'login_failed', actorId } as const
    void activities.add([line]).catch(onFailure)
  })
  return {
    addReports: (of: CaseDoc) => unlisted.addReports(of),
    consumer: new ActivitiesConsumer({
      db,
      threads: log.threadCache,
      activities,
      isFlagged: (text) => gate.gate.isFlagged(text),
    }),
    moved: new MovedLines({ db, threads: log.threadCache }),
    unfinished: {
      registration: (_: RegistrationWork, memberId: number) => unlisted.finishRegistration(memberId),
      profile: (work: ProfileWork, memberId: number) => unlisted.finishProfile(memberId, work),
      report: (work: ReportWork, caseId: number) => unlisted.finishReport(caseId, work),
    },
    prune: () => activities.prune(),
    personal: dataFrom('profile-changes', db.activities, {
      fields: activityFields,
      of: profileChangesOf,
      erase: (userId) =>
        db.activities.updateMany(profileChangesOf(userId), {
          $set: { excerpt: '' },
          $unset: { 'detail.words': 1 },
        }),
    }),
  }
}

const profileChangesOf = (userId: number) => ({ actorId: userId, kind: 'profile' as const })

type MonitorDb = ThreadLogCollections & {
  members: Collection<MemberDoc>
  activities: Collection<ActivityDoc>
  cases: Collection<CaseDoc>
}
