import accounts from './accounts.json'
import boards from './boards.json'
import messages from './messages.json'
import family from './threads/family.json'
import greenCard from './threads/green-card.json'
import interview from './threads/interview.json'
import investment from './threads/investment.json'
import job from './threads/job.json'
import leisure from './threads/leisure.json'
import life from './threads/life.json'
import newsAndOverseas from './threads/news-and-overseas.json'
import returnee from './threads/returnee.json'
import site from './threads/site.json'
import studentsAndFamily from './threads/students-and-family.json'
import tech from './threads/tech.json'
import waterCooler from './threads/water-cooler.json'
import workVisa from './threads/work-visa.json'
import working from './threads/working.json'
import type { SeedAccount, SeedBoard, SeedMessage, SeedThread } from './types'

export type { SeedAccount, SeedBoard, SeedReply, SeedThread, Username } from './types'

/** The demo accounts. Only staff have a display name that reads like staff (docs/limits.md#reserved-names). */
export const seedAccounts = accounts as SeedAccount[]

/** The default board tree, in display order. Ids are permanent: the announcement sends feedback to board 3. */
export const seedBoards = boards as SeedBoard[]

/**
 * Private messages of the demo community, oldest first: read and unread ones, and conversations of several messages.
 */
export const seedMessages = messages as SeedMessage[]

/** The threads of the demo community, by group of boards and in no particular order within a group. */
export const seedThreads = [
  ...site,
  ...interview,
  ...job,
  ...working,
  ...returnee,
  ...greenCard,
  ...workVisa,
  ...studentsAndFamily,
  ...investment,
  ...family,
  ...newsAndOverseas,
  ...tech,
  ...leisure,
  ...waterCooler,
  ...life,
] as SeedThread[]
