export { DraftBar } from './DraftBar'
export { type Attempt, type Submittable } from './drafts.slice'
export { draftKey, drafts, startDrafts } from './keeper'
export { useDraft, type Draft } from './useDraft'
