import { createTransport } from 'nodemailer'
import type { Mailer } from '#identity/index.ts'
import { outboxMailer, outboxOf } from './outbox.ts'

export interface MailConfig {
  /** `smtp://user:password@host:587` or `smtps://…`; without it mails lie in the data directory. */
  smtpUrl: string | undefined
  from: string
}

const CONNECT_MS_MAX = 10_000
/** Of a server that says nothing more in the middle of a mail. */
const SILENT_MS_MAX = 15_000

export function openMailer(
  { smtpUrl, from }: MailConfig,
  dataDir: string,
  hostname: string,
  { silentMsMax = SILENT_MS_MAX } = {},
): Mailer & { close(): void } {
  if (smtpUrl === undefined) return { ...outboxMailer(outboxOf(dataDir), from), close() {} }
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    // What a mail server writes into every mail: by itself it would be the name of this machine.
    name: hostname,
    dnsTimeout: CONNECT_MS_MAX,
    connectionTimeout: Math.min(CONNECT_MS_MAX, silentMsMax),
    greetingTimeout: Math.min(CONNECT_MS_MAX, silentMsMax),
    socketTimeout: silentMsMax,
    // Who asked is told, and tries again; the pool would do so behind their back.
    maxRequeues: 0,
    // Nothing in a mail of ours is a path or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, subject, text, html, headers, attachments }) {
      // As an object, so that nothing in the address is read as a list or a name.
      const address = { name: '', address: to }
      await transport.sendMail({ from, to: address, subject, text, html, headers, attachments })
    },
    close: () => transport.close(),
  }
}
