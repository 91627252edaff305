import type { LogArea } from '../log'
import type { AddressWork, MemberDoc, SecurityWork } from '../members'
import type { Ground } from '../platform/ground'
import type { PlatformCollections } from '../platform/mongo/database'
import type { Collection } from '../platform/mongo/model'
import { dataFrom } from '../platform/personal-data'
import type { RecordArea } from '../record'
import type { SiteArea } from '../site'
import type { AuthService } from './auth.service'
import { EmailAddresses } from './email-addresses.service'
import { emailLinkFields, type EmailLinkDoc } from './email-links.model'
import type { EmailLinks } from './email-links.service'
import { emailRoutes } from './email.routes'
import { Mail } from './mail'
import type { PasswordResetDoc } from './password-resets.model'
import { PasswordResets } from './password-resets.service'
import type { Passwords } from './passwords'
import { SecurityNotices, type SecurityNotification } from './security-notices.service'
import type { Sessions } from './sessions.service'
import type { Tokens } from './tokens'

interface EmailsNeeds {
  log: Pick<LogArea, 'freshness'>
  record: Pick<RecordArea, 'log'>
  site: Pick<SiteArea, 'settings' | 'identity'>
}

interface EmailsParts {
  auth: AuthService
  sessions: Sessions
  passwords: Passwords
  tokens: Tokens
  links: EmailLinks
  onSecurityChange: (notification: SecurityNotification) => Promise<void>
}

/** Mail to members about their accounts: their addresses and how these are verified, and new passwords. */
export function createEmails(
  ground: Ground<EmailsDb>,
  { log, record, site }: EmailsNeeds,
  { auth, sessions, passwords, tokens, links, onSecurityChange }: EmailsParts,
) {
  const { db, config, clock, limits, onFailure, inBackground } = ground
  const { settings, identity } = site
  const mail =
    config.mail === undefined ? null : new Mail(config.mail, inBackground('mail'), identity.current)
  const addresses = new EmailAddresses({
    db,
    auth,
    sessions,
    links,
    limits,
    mail,
    siteName: settings.siteName,
    isRequired: settings.requiresVerifiedEmail,
    freshness: log.freshness,
    clock,
    inBackground: inBackground('mail'),
    onFailure: onFailure('address_notice'),
  })
  const resets = new PasswordResets({
    db,
    auth,
    sessions,
    passwords,
    tokens,
    limits,
    mail,
    log: record.log,
    site: {
      name: settings.siteName,
      url: config.siteUrl,
      contact: () => identity.current().contact || null,
    },
    clock,
    inBackground: inBackground('password reset'),
  })
  const notices = new SecurityNotices({
    db,
    mail,
    site: { name: settings.siteName, url: config.siteUrl },
    notify: onSecurityChange,
    clock,
    inBackground: inBackground('mail'),
    onFailure: onFailure('security_notice'),
  })
  return {
    mail,
    notices,
    addresses,
    resets,
    routes: emailRoutes(auth, addresses),
    unfinished: {
      address_notice: (work: AddressWork, memberId: number) => addresses.notify(work, memberId),
      security_notice: (work: SecurityWork, memberId: number) => notices.notify(work, memberId),
    },
    personal: dataFrom('email-links', db.emailLinks, {
      fields: emailLinkFields,
      of: (userId) => ({ userId }),
      erase: (userId) => db.emailLinks.deleteMany({ userId }),
    }),
  }
}

type EmailsDb = PlatformCollections & {
  members: Collection<MemberDoc>
  passwordResets: Collection<PasswordResetDoc>
  emailLinks: Collection<EmailLinkDoc>
}
