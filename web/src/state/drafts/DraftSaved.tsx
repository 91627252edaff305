import { useSyncExternalStore } from 'react'
import { draftsText } from './drafts.texts'
import { onAccount } from './on-account'
import { type Draft } from './use-draft'
import './drafts.css'

/** Says that a draft is stored, and whether the member can go on with it on another device. */
export function DraftSaved({ draft }: { draft: Pick<Draft<object>, 'place' | 'savedAt'> }) {
  const isOnAccount = useSyncExternalStore(onAccount.subscribe, onAccount.current).has(draft.place)
  if (draft.savedAt === null) return null
  return (
    <span className="draft-saved faint small">{draftsText(isOnAccount ? 'savedOnAccount' : 'saved')}</span>
  )
}
