import { randomInt } from 'node:crypto'
import { INVITATION_CODE_LENGTH } from '@forum/shared/limits'

/** Letters and digits that nobody takes for one another when they are read aloud or copied by hand. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Returns a new code for those who may register, or join a group. */
export const newInvitationCode = (): string =>
  Array.from({ length: INVITATION_CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
