/** The filter of a board's list, as in its address. */
export interface BoardMarks {
  /** The key of a type; null for all. */
  type: string | null
  /** True for solved questions only, false for open ones; null for all threads. */
  solved: boolean | null
}

export const ALL_THREADS: BoardMarks = { type: null, solved: null }

export const marksIn = (query: URLSearchParams): BoardMarks => ({
  type: query.get('type') || null,
  solved: { true: true, false: false }[query.get('solved') ?? ''] ?? null,
})

export const isNarrowed = ({ type, solved }: BoardMarks): boolean => type !== null || solved !== null

/** Returns the marks as query parameters, both of the page's address and of the call. */
export const queryOfMarks = ({ type, solved }: BoardMarks): { type?: string; solved?: 'true' | 'false' } => ({
  ...(type === null ? {} : { type }),
  ...(solved === null ? {} : { solved: solved ? 'true' : 'false' }),
})
