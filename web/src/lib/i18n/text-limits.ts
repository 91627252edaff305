import {
  ATTACHMENT_MAX_BYTES,
  AVATAR_MAX_BYTES,
  AVATAR_SIDE,
  CONTENT_MAX,
  DISPLAY_NAME_MAX,
  HOT_DAYS,
  MESSAGE_MAX,
  PAGE_SIZE,
  PASSWORD_MIN,
  PASSWORD_SPECIALS,
  QUOTE_LENGTH,
  REASON_MAX,
  RENAME_DAYS,
  RESET_HOURS,
  SUBJECT_MAX,
  TITLE_MAX,
  UNDO_EMAIL_DAYS,
  USERNAME_MAX,
  USERNAME_MIN,
  VERIFY_EMAIL_HOURS,
} from '@forum/shared/limits'
import { createSignal } from '../signal'

const BYTES_PER_MB = 1024 * 1024

/** The name of the site in every text; admins may change it while the page is open. */
export const siteName = createSignal(nameInDocument() ?? '论坛')

/** Values that every text may mention as `{{titleMax}}`, without its caller passing them: limits, and the site's name. */
export const textLimits = {
  attachmentMaxMb: ATTACHMENT_MAX_BYTES / BYTES_PER_MB,
  avatarMaxMb: AVATAR_MAX_BYTES / BYTES_PER_MB,
  avatarSide: AVATAR_SIDE,
  contentMax: CONTENT_MAX,
  displayNameMax: DISPLAY_NAME_MAX,
  hotDays: HOT_DAYS,
  messageMax: MESSAGE_MAX,
  pageSize: PAGE_SIZE,
  passwordMin: PASSWORD_MIN,
  passwordSpecials: PASSWORD_SPECIALS,
  quoteLength: QUOTE_LENGTH,
  reasonMax: REASON_MAX,
  renameDays: RENAME_DAYS,
  resetHours: RESET_HOURS,
  get siteName() {
    return siteName.current()
  },
  subjectMax: SUBJECT_MAX,
  titleMax: TITLE_MAX,
  undoEmailDays: UNDO_EMAIL_DAYS,
  usernameMax: USERNAME_MAX,
  usernameMin: USERNAME_MIN,
  verifyEmailHours: VERIFY_EMAIL_HOURS,
}

/** The server writes the name that admins have set into the document; the store also runs where there is none. */
function nameInDocument(): string | undefined {
  if (typeof document === 'undefined') return undefined
  return document.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content
}
