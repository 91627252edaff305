import { defineSlice } from '../../store'

/** How often a case changed since the page was opened; the number of open ones is then read again. */
export const openCasesSlice = defineSlice('openCases', () => ({ changes: 0 }), {
  on: {
    'moderation:report': (own) => {
      own.changes += 1
    },
  },
})
