import type { ActChange } from '@forum/shared/contract'

type Values = Readonly<Record<string, ActChange['before']>>

/** Returns the fields in which something differs from what it was, for the log. Null is nothing at all. */
export const changedFields = (before: Values | null, after: Values | null): ActChange[] =>
  Object.keys({ ...before, ...after }).flatMap((field) => {
    const [was, is] = [before?.[field] ?? null, after?.[field] ?? null]
    return was === is ? [] : [{ field, before: was, after: is }]
  })
