import { describe, expect, it } from 'vitest'
import type { ThreadDoc } from '../log'
import { changedSettings, presentChangedValues, presentValues, replacedValues } from './thread-values'

const at = (day: number) => new Date(Date.UTC(2026, 0, day))
const thread = { isPinned: true, slowSeconds: 60, lockAt: at(1) } as ThreadDoc

describe('the settings of a thread', () => {
  it('are changed where they differ: a flag that was never set is off, a value is compared by what it says', () => {
    expect(
      changedSettings(thread, { isPinned: true, isFeatured: false, lockAt: at(1), unlockAt: null }),
    ).toEqual({})
    expect(changedSettings(thread, { isPinned: false, slowSeconds: null, lockAt: undefined })).toEqual({
      isPinned: false,
      slowSeconds: null,
    })
  })

  it('replace values, which the event of the change keeps', () => {
    expect(replacedValues(thread, { isPinned: false })).toEqual({})
    expect(replacedValues(thread, { slowSeconds: 30, unlockAt: at(2) })).toEqual({
      slowSeconds: 60,
      unlockAt: null,
    })
  })

  it('are presented with null for none and times as strings; of an event, those that it changed', () => {
    const lockAt = at(1).toISOString()
    expect(presentValues(thread)).toEqual({ slowSeconds: 60, lockAt, unlockAt: null, closeAfterDays: null })
    expect(presentChangedValues({ lockAt: at(1), slowSeconds: null })).toEqual({ lockAt, slowSeconds: null })
  })
})
