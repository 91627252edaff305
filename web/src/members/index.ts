export { MemberActivity } from './member-page/MemberActivity'
export { RoleDialog } from './member-page/RoleDialog'
export { discipline } from './member-page/members.actions'
export { useMember } from './member-page/use-member'
