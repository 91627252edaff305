import { createHmac, randomBytes } from 'node:crypto'

/** 256 random bits in an encoding that is safe in any header. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** Opaque session tokens. Only a keyed hash is stored, so a copy of the database does not allow signing in. */
export class Tokens {
  constructor(private readonly secret: string) {}

  create(): string {
    return randomBytes(32).toString('base64url')
  }

  /** Returns the hash under which a session is stored, or null for text that cannot be a token. */
  hash(token: string): string | null {
    return TOKEN.test(token) ? createHmac('sha256', this.secret).update(token).digest('base64url') : null
  }

  /** Returns the hash under which a recovery code of a second factor is kept. */
  hashRecoveryCode(code: string): string {
    return createHmac('sha256', this.secret).update(`recovery:${code}`).digest('base64url')
  }

  /** Returns the hash under which the address of a sign-in is kept, short because it only has to be recognised. */
  hashAddress(address: string): string {
    return createHmac('sha256', this.secret).update(`address:${address}`).digest('base64url').slice(0, 16)
  }
}
