import type { BoardsArea } from '../boards'
import type { FilesArea } from '../files'
import type { LogArea } from '../log'
import type { MembersArea } from '../members'
import type { Ground } from '../platform/ground'
import type { Collection } from '../platform/mongo/model'
import { dataFrom } from '../platform/personal-data'
import type { SiteArea } from '../site'
import type { WordsArea } from '../words'
import { Gate } from './gate.service'
import { heldFields, type HeldDoc } from './held.model'
import { HeldPresentation } from './held.queries'
import { ownHeldRoutes } from './held.routes'
import { HeldTexts } from './held.service'
import { MovedTexts } from './moved-texts.consumer'
import { OutsideReview } from './outside-review'

interface GateNeeds {
  log: Pick<LogArea, 'threadCache'>
  members: Pick<MembersArea, 'queries'>
  words: WordsArea
  files: Pick<FilesArea, 'attachments' | 'maySeeHeld'>
  boards: Pick<BoardsArea, 'queries'>
  site: Pick<SiteArea, 'settings'>
}

/** Creates the gate: it holds texts that a moderator has to approve before anybody else sees them. */
export function createGate(ground: Ground<GateDb>, needs: GateNeeds) {
  const { db, config, ids, limits, publisher, clock, onFailure } = ground
  const { log, members, words, files, boards, site } = needs
  const gate = new Gate({
    rules: site.settings.newcomerRules,
    members: members.queries,
    boards: boards.queries,
    review: new OutsideReview({ clock, onFailure: onFailure('outside review') }),
    limits,
    siteUrl: config.siteUrl,
    clock,
  })
  const texts = new HeldTexts({
    db,
    attachments: files.attachments,
    boards: boards.queries,
    words: words.words,
    publisher,
    ids,
    clock,
    onFailure: onFailure('held'),
  })
  const presentation = new HeldPresentation({
    members: members.queries,
    boards: boards.queries,
    threads: log.threadCache,
    wordsIn: (text) => words.words.placesIn(text),
  })
  files.maySeeHeld.by((fileId, actor) => texts.isShownFile(fileId, actor))
  return {
    services: { gate, texts, presentation },
    routes: ownHeldRoutes(texts, presentation),
    consumers: [new MovedTexts(db)],
    prunes: { held: () => texts.prune() },
    personal: [
      dataFrom('held', db.held, {
        fields: heldFields,
        of: (userId) => ({ authorId: userId }),
        erase: (userId) => db.held.deleteMany({ authorId: userId }),
      }),
    ],
  }
}
export type GateArea = ReturnType<typeof createGate>['services']
interface GateDb {
  held: Collection<HeldDoc>
}
