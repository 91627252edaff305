import { defineSlice } from '../../store'

export type Deletion = `post:${number}` | `thread:${number}`

/** Deletions shown in the page, which can be undone until they are sent. */
export const deletionsSlice = defineSlice('deletions', (): Partial<Record<Deletion, boolean>> => ({}))
