import { ForumError } from '@forum/shared/errors'
import { REFUSALS } from '@forum/shared/bilingual'

/** The settings that decide whether the demo accounts' public password works. */
interface DemoSignInConfig {
  demoPassword: string | undefined
  trustProxy: number
}

/**
 * Refuses the public password of the demo accounts over connections that an untrusted proxy forwarded: a demo
 * on loopback that is reached through a tunnel would offer its admin to everyone.
 */
export class DemoSignIn {
  constructor(private readonly config: DemoSignInConfig) {}

  authorize(password: string, isForwarded: () => boolean): void {
    const { demoPassword, trustProxy } = this.config
    if (!isForwarded() || trustProxy > 0 || password !== demoPassword) return
    throw new ForumError('FORBIDDEN', { detail: REFUSALS.demoBehindProxy })
  }
}
