export { memberModel, type MemberDoc } from './members.model'
export { presentCurrentUser, presentSummary } from './members.presenter'
export { MemberQueries, type People } from './members.queries'
