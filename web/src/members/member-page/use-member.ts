import { type User } from '@forum/shared/contract'
import { useMemo } from 'react'
import { type Loaded, loadedList, useList } from '../../resource'
import { useForum } from '../../store'
import { memberProfile } from './lists'
import { membersSlice } from './members.slice'

/** A member as their own page shows them. */
export function useMember(userId: number): Loaded<User> {
  const shown = useList(useMemo(() => memberProfile(userId), [userId]))
  return loadedList(
    shown,
    useForum((read) => read(membersSlice).profiles[userId]),
  )
}
