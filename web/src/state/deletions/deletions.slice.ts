import { defineSlice } from '../../store'

export type Deletion = `post:${number}` | `thread:${number}`

/** Deletions that are shown, and can be undone until they are sent. */
export const deletionsSlice = defineSlice('deletions', (): Partial<Record<Deletion, boolean>> => ({}))
