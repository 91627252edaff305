import type { FilesArea } from '../files'
import type { LogArea } from '../log'
import type { MemberDoc, MembersArea, ProfileWork } from '../members'
import type { Ground } from '../platform/ground'
import type { PlatformCollections } from '../platform/mongo/database'
import type { Collection } from '../platform/mongo/model'
import type { RecordArea } from '../record'
import type { WordsArea } from '../words'
import type { Credentials } from './credentials.service'
import type { Passwords } from './passwords'
import { ProfileService } from './profile.service'
import { Renaming } from './renaming.service'
import type { RetiredUsernameDoc } from './retired-usernames.model'
import { RetiredUsernames } from './retired-usernames.service'
import type { Sessions } from './sessions.service'

interface ProfilesNeeds {
  log: Pick<LogArea, 'freshness'>
  files: Pick<FilesArea, 'avatars'>
  members: Pick<MembersArea, 'names' | 'former'>
  record: Pick<RecordArea, 'log'>
  words: WordsArea
}

interface ProfilesParts {
  sessions: Sessions
  passwords: Passwords
  credentials: Credentials
  onTexts: (memberId: number, line: ProfileWork) => Promise<void>
}

/** Creates the services for the profiles of members, their names included. */
export function createProfiles(
  { db, config, publisher, clock, onFailure }: Ground<ProfilesDb>,
  { log, files, members, record, words }: ProfilesNeeds,
  { sessions, passwords, credentials, onTexts }: ProfilesParts,
) {
  const { freshness } = log
  const retired = new RetiredUsernames(db, config.tokenSecret, clock)
  const profile = new ProfileService({
    db,
    names: members.names,
    clock,
    onTexts,
    freshness,
    sessions,
    passwords,
    credentials,
    avatars: files.avatars,
    words: words.words,
    publisher,
    onFailure: onFailure('profile'),
  })
  const renaming = new Renaming({
    db,
    sessions,
    names: members.names,
    former: members.former,
    retired,
    words: words.words,
    log: record.log,
    freshness,
    onTexts,
    clock,
  })
  return { retired, profile, renaming }
}

type ProfilesDb = PlatformCollections & {
  members: Collection<MemberDoc>
  retiredUsernames: Collection<RetiredUsernameDoc>
}
