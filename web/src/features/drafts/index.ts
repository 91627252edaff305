export { draftKey, drafts, type DraftState } from './keeper'
export { useDraft, type Draft } from './useDraft'
export { DraftBar } from './DraftBar'
