import type { Transporter } from 'nodemailer'
import type { InBackground } from '../platform/work/background-work'

/** A server that does not respond within this time counts as unavailable. */
const TIMEOUT_MS = 10_000

export interface MailConfig {
  /** `smtp://user:password@host:port`, or `smtps:` for TLS from the start. */
  url: string
  from: string
}

/** Sends mail through the configured server. */
export class Mail {
  /** Opened with the first mail. */
  private transport: Promise<Transporter> | null = null

  constructor(
    private readonly config: MailConfig,
    private readonly inBackground: InBackground,
  ) {}

  private async open(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url: this.config.url,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      // Mails contain only text written by the forum, never files or URLs to load.
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }

  /** Sends in the background, so that the response does not reveal how long it takes. */
  send(mail: { to: string; subject: string; text: string }): void {
    this.transport ??= this.open()
    this.inBackground(
      // Base64 in every language: in quoted-printable, long links are broken into lines, which some readers leave.
      this.transport.then((transport) =>
        transport.sendMail({ from: this.config.from, textEncoding: 'base64', ...mail }),
      ),
    )
  }

  /** Closes the connection to the server, once no mail is being sent. */
  async close(): Promise<void> {
    const transport = await this.transport
    transport?.close()
  }
}
