import { type OwnHeld } from '@forum/shared/contract'
import { useEffect } from 'react'
import { forum, useForum } from '../../store'
import { useSession } from '../session'
import { loadOwnHeld } from './held.actions'
import { ownHeldSlice } from './held.slice'

const NONE: readonly OwnHeld[] = []

/** The reader's own held texts, and those rejected lately; loaded on first use, and again after each change. */
export function useOwnHeld(): readonly OwnHeld[] {
  const { user } = useSession()
  const { held, changes } = useForum((read) => read(ownHeldSlice))
  const userId = user?.id
  useEffect(() => {
    if (userId !== undefined) void loadOwnHeld(forum)
  }, [userId, changes])
  return user ? (held ?? NONE) : NONE
}
