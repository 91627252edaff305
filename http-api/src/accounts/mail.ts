import type { MailText } from '@forum/shared/bilingual'
import type { SendMailOptions, Transporter } from 'nodemailer'
import type { MailConfig } from '../config'
import type { InBackground } from '../platform/work/background-work'
import { inScript } from './in-script'
import { htmlOfText, type MailReader, type MailSite } from './mail-page'

/** A server that does not respond within this time counts as unavailable. */
const TIMEOUT_MS = 10_000

/** A connection is closed after this time without mail, before servers close theirs. */
const IDLE_MS = 10_000

/** A mail, whose Chinese is converted to the script of its reader. */
export interface OutgoingMail
  extends Pick<SendMailOptions, 'messageId' | 'references' | 'headers' | 'envelope'>, MailReader, MailText {
  to: string
  /** Made of the text if it is missing. */
  html?: string
}

/** The commands of SMTP whose refusal is about a mail, and not about the server's account or sender. */
const OF_MAIL: readonly (string | undefined)[] = ['RCPT TO', 'DATA']

/** Returns true if the server has refused a mail for good, so that sending it again is of no use. */
export const isRefusedForGood = (error: unknown): boolean => {
  const { responseCode = 0, command } = error as { responseCode?: number; command?: string }
  return responseCode >= 500 && responseCode < 600 && OF_MAIL.includes(command)
}

const serverOf = (url: string) => ({
  url,
  connectionTimeout: TIMEOUT_MS,
  greetingTimeout: TIMEOUT_MS,
  socketTimeout: TIMEOUT_MS,
})

/** Connects to a mail server and signs in; rejects with the reason if that is not possible. */
export async function checkMailServer(url: string): Promise<void> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(serverOf(url))
  await transport.verify()
  transport.close()
}

/** Sends mail through the configured server, over connections that are kept for the mails that follow. */
export class Mail {
  /** Opened with the first mail. */
  private transport: Promise<Transporter> | null = null

  constructor(
    private readonly config: MailConfig,
    private readonly inBackground: InBackground,
    private readonly site: () => MailSite,
  ) {}

  private async open(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      ...serverOf(this.config.url),
      // A new connection for each mail would make a digest several times as slow.
      pool: true,
      idleTimeout: IDLE_MS,
      // Mails contain only text written by the forum, never files or URLs to load.
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }

  /** Sends in the background, so that the response does not reveal how long it takes. */
  send(mail: OutgoingMail): void {
    this.inBackground(this.deliver(mail))
  }

  /** Hands a mail to the server; rejects with its refusal (`isRefusedForGood`), or if it cannot be reached. */
  async deliver({ to, subject, text, button, html, language, script, ...mail }: OutgoingMail): Promise<void> {
    const page = html ?? htmlOfText({ language, script }, this.site(), { subject, text, button })
    const said = {
      subject: await inScript(script, subject),
      text: await inScript(script, text),
      html: await inScript(script, page),
    }
    this.transport ??= this.open()
    const transport = await this.transport
    await transport.sendMail({
      from: this.config.from,
      // As an object, so that no character of it makes a second address.
      to: { name: '', address: to },
      // Base64 in every language: in quoted-printable, long links are broken into lines, which some readers leave.
      textEncoding: 'base64',
      ...said,
      ...mail,
    })
  }

  /** Closes the connection to the server, once no mail is being sent. */
  async close(): Promise<void> {
    const transport = await this.transport
    transport?.close()
  }
}
