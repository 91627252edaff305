import { casesSlice } from './cases/cases.slice'
import { disciplineSlice } from './discipline/discipline.slice'
import { heldQueueSlice } from './held/held-queue.slice'
import { logSlice } from './log/log.slice'
import { monitorSlice } from './monitor.slice'

/** The slices that only the screens and dialogs of moderators need. */
export const moderationSlices = [casesSlice, disciplineSlice, heldQueueSlice, logSlice, monitorSlice] as const
