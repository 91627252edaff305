/** The state of a navigation to the search screen in which a query was submitted, rather than a link followed. */
export const SUBMITTED = { isSubmitted: true } as const
