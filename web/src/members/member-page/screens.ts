export { MemberScreen } from './MemberScreen'
