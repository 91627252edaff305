import type { ThreadLogCollections } from '../log'
import type { MembersArea } from '../members'
import type { Collection } from '../platform/mongo/model'
import type { Ground } from '../platform/ground'
import { Provided } from '../platform/work/provided'
import type { ActWork } from '../platform/work/unfinished'
import { ModerationLogConsumer } from './moderation-log.consumer'
import type { ActDraft, LogEntryDoc } from './moderation-log.model'
import { ModerationLog } from './moderation-log.service'

interface RecordNeeds {
  members: Pick<MembersArea, 'queries'>
}

/** The log of privileged acts, which many areas write to. */
export function createRecord(ground: Ground<RecordDb>, { members }: RecordNeeds) {
  const { db, publisher, clock, onFailure } = ground
  // The moderators' feed shows what is logged.
  const onAppended = new Provided<[entries: readonly LogEntryDoc[]], Promise<void>>('lines of logged acts')
  const log = new ModerationLog({
    db,
    members: members.queries,
    publisher,
    clock,
    onAppended: onAppended.call,
    onFailure: onFailure('moderation log'),
  })
  const consumer = new ModerationLogConsumer({ db, log, onFailure: onFailure('moderation log') })
  return {
    services: { log, consumer, onAppended },
    consumers: [consumer],
    unfinished: { act: ({ act }: ActWork) => log.append([act as ActDraft]) },
    prunes: { 'moderation log': () => log.prune() },
  }
}
export type RecordArea = ReturnType<typeof createRecord>['services']
type RecordDb = ThreadLogCollections & { moderationLog: Collection<LogEntryDoc> }
