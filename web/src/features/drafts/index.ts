export { draftKey, drafts, flushDrafts, type DraftState } from './keeper'
export { useDraft, type Draft } from './useDraft'
export { DraftBar } from './DraftBar'
