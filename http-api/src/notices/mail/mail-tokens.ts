import { createHmac } from 'node:crypto'
import { NOTIFICATION_SETTINGS, type NotificationSettingKind } from '@forum/shared/notification-kinds'
import { isSameSecret } from '../../platform/secrets'

/** The mails that a link in a mail ends: one kind, or all. */
export type Ended = NotificationSettingKind | 'digest' | 'all'
const ENDED: readonly Ended[] = [...NOTIFICATION_SETTINGS, 'digest', 'all']

/** Signs what mails carry back: whom a link unsubscribes, and whose mail has bounced. */
export class MailTokens {
  constructor(private readonly secret: string) {}

  /** Returns the token of a link that ends mails without signing in. It never expires: old mails are opened late. */
  unsubscribe(userId: number, ended: Ended): string {
    return `${userId}.${ended}.${this.sign(`unsubscribe:${userId}:${ended}`)}`
  }

  /** Returns what a token ends for whom; null for one that the forum has not made. */
  unsubscribed(token: string): { userId: number; ended: Ended } | null {
    const [id = '', name = '', signature = ''] = token.split('.')
    const userId = Number(id)
    const ended = ENDED.find((one) => one === name)
    if (ended === undefined || !Number.isSafeInteger(userId)) return null
    return isSameSecret(signature, this.sign(`unsubscribe:${userId}:${ended}`)) ? { userId, ended } : null
  }

  /** Returns the address to which a member's bounces go: `bounces+7-x@example.org` for `bounces@example.org` (VERP). */
  bounceAddress(mailbox: string, userId: number): string {
    const at = mailbox.lastIndexOf('@')
    const local = `${mailbox.slice(0, at)}+${userId}-${this.signBounce(userId)}`
    return `${local}${mailbox.slice(at)}`
  }

  /** Returns the member of an address of bounces; null for another address. */
  bouncedMember(address: string): number | null {
    const [, id = '', signature = ''] = /\+(\d+)-([0-9a-f]+)@/i.exec(address) ?? []
    const userId = Number(id)
    return isSameSecret(signature.toLowerCase(), this.signBounce(userId)) ? userId : null
  }

  /** Hexadecimal, since servers may change the case of an address. */
  private signBounce(userId: number): string {
    return createHmac('sha256', this.secret).update(`bounce:${userId}`).digest('hex').slice(0, 20)
  }

  private sign(text: string): string {
    return createHmac('sha256', this.secret).update(text).digest('base64url').slice(0, 32)
  }
}
