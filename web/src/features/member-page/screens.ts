export { MemberCard } from './MemberCard'
export { MemberScreen } from './MemberScreen'
