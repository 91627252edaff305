import { type ProfileTexts } from '@forum/shared/contract'

/** The texts of a profile, in the order in which moderators read them. One that is missing does not compile. */
const NAMES = Object.keys({ signature: true } satisfies Record<
  keyof ProfileTexts,
  true
>) as (keyof ProfileTexts)[]

/** Returns the names of the texts that a member has written. */
export const writtenTexts = (profile: ProfileTexts): (keyof ProfileTexts)[] =>
  NAMES.filter((name) => profile[name] !== '')
