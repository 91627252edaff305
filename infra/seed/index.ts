import { newsAndOverseasThreads } from './threads/newsAndOverseas'
import { familyThreads } from './threads/family'
import { greenCardThreads } from './threads/greenCard'
import { interviewThreads } from './threads/interview'
import { investmentThreads } from './threads/investment'
import { jobThreads } from './threads/job'
import { leisureThreads } from './threads/leisure'
import { lifeThreads } from './threads/life'
import { returneeThreads } from './threads/returnee'
import { siteThreads } from './threads/site'
import { studentsAndFamilyThreads } from './threads/studentsAndFamily'
import { techThreads } from './threads/tech'
import { waterCoolerThreads } from './threads/waterCooler'
import { workingThreads } from './threads/working'
import { workVisaThreads } from './threads/workVisa'
import { type SeedThread } from './types'

export { seedAccounts } from './accounts'
export { seedBoards } from './boards'
export { seedMessages } from './messages'
export type { SeedAccount, SeedBoard, SeedReply, SeedThread, Username } from './types'

/** The threads of the demo community, by group of boards and in no particular order within a group. */
export const seedThreads: SeedThread[] = [
  ...siteThreads,
  ...interviewThreads,
  ...jobThreads,
  ...workingThreads,
  ...returneeThreads,
  ...greenCardThreads,
  ...workVisaThreads,
  ...studentsAndFamilyThreads,
  ...investmentThreads,
  ...familyThreads,
  ...newsAndOverseasThreads,
  ...techThreads,
  ...leisureThreads,
  ...waterCoolerThreads,
  ...lifeThreads,
]
