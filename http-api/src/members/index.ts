export { createMembers, type MembersArea } from './area'
export { publicAuthorId } from './aliases'
export { aliasCollection } from './aliases.model'
export type { Aliases } from './aliases.service'
export { NOT_DELETED, asOf, isOpenAt, openAt } from './account-status'
export { blockCollection } from './blocks.model'
export type { Blocks } from './blocks.service'
export { formerNameCollection } from './former-names.model'
export type { FormerNames } from './former-names.service'
export { followCollection } from './follows.model'
export type { MemberProfiles } from './member-profiles.presenter'
export {
  nameKeysMigration,
  nameSearchMigration,
  timelessAddressesMigration,
  verifiedAddressesMigration,
} from './members.migrations'
export {
  type AddressWork,
  type SecurityWork,
  type AgreementWork,
  type ErasureWork,
  type Identity,
  type MemberDoc,
  type Passkey,
  type ProfileMember,
  type ProfileWork,
  type RegistrationWork,
  type SecondFactor,
  type BoardMute,
  type SignInPlace,
  type StoredWarning,
  memberCollection,
  memberFields,
} from './members.model'
export {
  DELETED_MEMBER,
  EMPTY_PROFILE,
  pendingEmailOf,
  presentCurrentUser,
  presentPasskey,
  presentSummary,
  renamableAt,
} from './members.presenter'
export { presentWarning, unreadWarnings } from './warnings'
export { type MemberQueries, type People, beginsWith } from './members.queries'
export type { Mentions } from './mentions.queries'
export type { NameGuard } from './name-guard'
export { storedNames } from './name-keys'
export { matchedNames } from './names'
export { mentionedIn, renamedIn, shownMentions } from './renamed'
