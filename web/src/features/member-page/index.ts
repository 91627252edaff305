export { blockedMembers, ownSessions } from './lists'
export { MemberActivity } from './MemberActivity'
export { MemberStats } from './MemberHead'
