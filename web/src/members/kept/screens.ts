import { forum } from '../../store'
import { keptSlice } from './kept.slice'

// The screens bring what only they show.
forum.addSlices([keptSlice])

export { BookmarksScreen } from './BookmarksScreen'
export { HistoryScreen } from './HistoryScreen'
