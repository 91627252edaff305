import { ForumError } from '@forum/shared/errors'

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
    throw new ForumError('FORBIDDEN', {
      detail: {
        zh: '演示账号的密码是公开的，不能通过代理或隧道登录。若要公开演示，请让管理员设置 TRUST_PROXY',
        en: 'Demo accounts have a public password and cannot sign in through a proxy or tunnel. To run a public demo, set TRUST_PROXY',
      },
    })
  }
}
