import { type UserSummary } from '@forum/shared/contract'
import { defineSlice } from '../../store'

/** The members in lists of likes. */
export const likersSlice = defineSlice('likers', (): Record<number, UserSummary> => ({}))
