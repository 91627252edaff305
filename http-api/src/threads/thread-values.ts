import { THREAD_VALUES, type ThreadFlag, type ThreadValue } from '@forum/shared/acts'
import type { ThreadValues } from '@forum/shared/contract'
import type { ThreadDoc } from '../log'

type Value = Date | number | boolean | null | undefined
export type StoredValues = Pick<ThreadDoc, ThreadValue>
/** Flags and values that moderators set; what is undefined is left as it is. */
export type ThreadSettings = {
  [Name in ThreadFlag | ThreadValue]?: ThreadDoc[Name] | undefined
}

const present = (value: Value) => (value instanceof Date ? value.toISOString() : (value ?? null))

/** Presents the values of a thread. */
export const presentValues = (thread: StoredValues): ThreadValues =>
  Object.fromEntries(THREAD_VALUES.map((name) => [name, present(thread[name])])) as unknown as ThreadValues

/** Presents those of the values that an event has changed. */
export const presentChangedValues = (changed: Partial<StoredValues>): Partial<ThreadValues> =>
  Object.fromEntries(
    THREAD_VALUES.flatMap((name) => (changed[name] === undefined ? [] : [[name, present(changed[name])]])),
  )

/** Returns those of the settings that a thread does not have yet. A flag that it never had is off. */
export const changedSettings = (thread: ThreadDoc, given: ThreadSettings): Partial<ThreadDoc> =>
  Object.fromEntries(
    (Object.keys(given) as (keyof ThreadSettings)[]).flatMap((name) =>
      given[name] === undefined || plain(given[name]) === plain(thread[name]) ? [] : [[name, given[name]]],
    ),
  )

/** Returns the values that changes of a thread replace. */
export const replacedValues = (thread: ThreadDoc, changes: Partial<ThreadDoc>): Partial<StoredValues> =>
  Object.fromEntries(
    THREAD_VALUES.filter((name) => name in changes).map((name) => [name, thread[name] ?? null]),
  )

const plain = (value: Value) => (value instanceof Date ? value.getTime() : value || null)
