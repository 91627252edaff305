import { audiences } from '@forum/shared/events'
import type { AccountsArea } from '../../accounts'
import { presentBoardName, type BoardsArea } from '../../boards'
import type { FilesArea } from '../../files'
import type { LogArea } from '../../log'
import type { MemberDoc, MembersArea } from '../../members'
import type { NoticesArea } from '../../notices'
import type { Ground } from '../../platform/ground'
import type { Collection } from '../../platform/mongo/model'
import type { RecordArea } from '../../record'
import { BoardMutes } from './board-mutes.service'
import { DisciplineEnds } from './discipline-ends.service'
import { DisciplineNotices } from './discipline-notices.service'
import type { DisciplineDoc, DisciplineNoticeWork } from './discipline.model'
import { disciplineRoutes } from './discipline.routes'
import { DisciplineService } from './discipline.service'
import { sameSourceRoutes } from './same-source.routes'

interface DisciplineNeeds {
  log: Pick<LogArea, 'freshness'>
  members: Pick<MembersArea, 'queries' | 'profiles' | 'names'>
  record: Pick<RecordArea, 'log'>
  accounts: Pick<AccountsArea, 'sessions' | 'source' | 'endBan'>
  notices: Pick<NoticesArea, 'accountNotices'>
  boards: Pick<BoardsArea, 'queries' | 'readers'>
  files: Pick<FilesArea, 'avatars'>
}

/** Bans, mutes, warnings and roles: what staff do to members, and its end. */
export function createDiscipline(ground: Ground<DisciplineDb>, needs: DisciplineNeeds) {
  const { db, config, publisher, clock, cache } = ground
  const { log, members, record, accounts, notices, boards, files } = needs
  const onFailure = ground.onFailure('discipline')
  const notifications = new DisciplineNotices({
    db,
    notify: (notice) => notices.accountNotices.notify(notice),
    timeZone: config.siteTimeZone,
    boardName: async (boardId, userId) => {
      const [tree, rightsOf] = await Promise.all([
        boards.queries.wholeStructure(),
        boards.readers.rightsOfAll([userId]),
      ])
      const board = tree.visibleTo(rightsOf(userId)).find(boardId)
      if (!board) return null
      return {
        zh: presentBoardName(board, boardId, 'zh').displayName,
        en: presentBoardName(board, boardId, 'en').displayName,
      }
    },
    onFailure,
  })
  const onShownChanged = async (member: MemberDoc) => {
    cache.clear()
    const people = await members.queries.peopleIn([member])
    await publisher
      .publish(audiences.everyone(), 'member:changed', { author: people.author(member._id) })
      .catch(onFailure)
  }
  const { freshness } = log
  const ends = new DisciplineEnds({ db, freshness, log: record.log, onShownChanged, clock })
  accounts.endBan.by((member) => ends.endBan(member))
  const service = new DisciplineService({
    db,
    names: members.names,
    avatars: files.avatars,
    queries: members.queries,
    sessions: accounts.sessions,
    freshness,
    notices: notifications,
    log: record.log,
    onShownChanged,
    clock,
  })
  const boardMutes = new BoardMutes({
    db,
    members: members.queries,
    boards: boards.queries,
    sessions: accounts.sessions,
    freshness,
    notices: notifications,
    log: record.log,
    clock,
  })
  return {
    service,
    boardMutes,
    routes: {
      ...disciplineRoutes({
        service,
        boardMutes,
        members: members.queries,
        profiles: members.profiles,
        ids: ground.ids,
      }),
      ...sameSourceRoutes({
        service,
        source: accounts.source,
        members: members.queries,
        log: record.log,
      }),
    },
    sweep: async () => {
      for (const member of await ends.over()) {
        await ends.endMute(member)
        await ends.endBan(member)
        await boardMutes.endOne(member)
      }
    },
    unfinished: {
      discipline_notice: (_: DisciplineNoticeWork, actId: string) => notifications.finish(actId),
    },
  }
}

interface DisciplineDb {
  members: Collection<MemberDoc>
  discipline: Collection<DisciplineDoc>
}
