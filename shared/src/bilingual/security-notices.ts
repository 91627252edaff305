import type { Bilingual } from './language'

/** Changes of the ways to sign in. The member is notified of each, even of their own. */
export type SecurityChange = 'passkey_added' | 'passkey_removed' | 'identity_linked' | 'identity_unlinked'

const WHAT: Record<SecurityChange, (name: string) => Bilingual> = {
  passkey_added: (name) => ({
    zh: `你的账号加了一个通行密钥：${name}`,
    en: `A passkey was added to your account: ${name}`,
  }),
  passkey_removed: (name) => ({
    zh: `你的账号移除了一个通行密钥：${name}`,
    en: `A passkey was removed from your account: ${name}`,
  }),
  identity_linked: (name) => ({
    zh: `你的账号连上了 ${name}，以后能用它登录`,
    en: `Your account is connected to ${name}, which can now log in`,
  }),
  identity_unlinked: (name) => ({
    zh: `你的账号断开了 ${name}`,
    en: `Your account is disconnected from ${name}`,
  }),
}

/** Returns the text about such a change, for a notification and for the first line of a mail. */
export const securityNotice = (change: SecurityChange, name: string): Bilingual => WHAT[change](name)
