export { moderationArea } from './area'
export { OpenCasesBadge } from './open-cases/OpenCasesBadge'
export { type moderationSlices } from './slices'
export { moderationOffers } from './offers'
