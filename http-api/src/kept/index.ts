export { createKept } from './area'
export { draftCollection } from './drafts.model'
export { postBookmarkCollection } from './post-bookmarks.model'
export { visitCollection } from './visits.model'
