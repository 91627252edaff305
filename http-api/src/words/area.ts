import type { MembersArea } from '../members'
import type { Ground } from '../platform/ground'
import type { Collection } from '../platform/mongo/model'
import type { RecordArea } from '../record'
import type { WordHitsDoc, WordListDoc } from './words.model'
import { wordRoutes } from './words.routes'
import { Words } from './words.service'

interface WordsNeeds {
  members: Pick<MembersArea, 'queries'>
  record: Pick<RecordArea, 'log'>
}

/** The filter of words, which screens what members write. */
export function createWords(ground: Ground<WordsDb>, { members, record }: WordsNeeds) {
  const { db, clock, copies, inBackground } = ground
  const words = new Words({
    db,
    members: members.queries,
    log: record.log,
    clock,
    copies,
    inBackground: inBackground('words'),
  })
  return { services: { words }, routes: wordRoutes(words), prunes: { words: () => words.prune() } }
}
export type WordsArea = ReturnType<typeof createWords>['services']
interface WordsDb {
  wordLists: Collection<WordListDoc>
  wordHits: Collection<WordHitsDoc>
}
