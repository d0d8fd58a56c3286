import { setTimeout as delay } from 'node:timers/promises'
import { Option, type Command } from 'commander'
import { configFrom, originOf } from '#server/config.ts'
import { mustHoldInstallation } from '#server/data-dir.ts'
import { newestMail, outboxOf, type OutboxMail } from '#server/mail/outbox.ts'
import { EXIT, NotAllWell, Refused, UsageError } from './failures.ts'
import { command, run } from './run.ts'
import { printJson, say } from './terminal.ts'

/** A mail is written a moment after the request that caused it. */
const PATIENCE_MS = 2_000

/** Reads files that the server wrote and nothing else, so it needs neither a server nor the data directory's lock. */
export function mailCommand(): Command {
  const mail = command('mail', 'show the newest mail to an address, where no mail server is set', {
    example: 'sextant mail ada@example.com --code',
    refused: 'there is no such mail, or a mail server is set',
  })
    .argument('<email>', 'the address')
    .addOption(new Option('--code', 'print the newest code alone'))
    .action((email: string, { code, json }: { code?: true; json?: true }) =>
      run(async (signal) => {
        const config = configFrom(process.env)
        if (config.mail.smtpUrl !== undefined) {
          throw new Refused('SEXTANT_SMTP_URL is set: mails are sent, not kept.')
        }
        await mustHoldInstallation(config.dataDir)
        const mail = await found(outboxOf(config.dataDir), email, signal)
        if (!mail) throw new Refused(`No mail to ${email} is in the outbox.`)
        if (code && mail.code === undefined) throw new Refused(`The newest mail to ${email} has no code.`)
        if (json) printJson(mail)
        else if (code) say(mail.code!)
        else say(`To: ${mail.to}\nDate: ${mail.at}\nSubject: ${mail.subject}\n\n${mail.text.trimEnd()}`)
      }),
    )
  mail.addCommand(testCommand())
  return mail
}

const testCommand = (): Command =>
  command('test', 'send a real mail as the server would, and say what happened', {
    example: 'sextant mail test ada@example.com',
    refused: 'the mail server did not take the mail, and the text says why',
    attention: 'no mail server is set, and the mail lies in the outbox',
  })
    .argument('<email>', 'the address to send it to')
    .action((email: string, _options: unknown, self: Command) =>
      run(async () => {
        if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new UsageError(`${email} is not an address.`)
        const { json } = self.optsWithGlobals<{ json?: true }>()
        const config = configFrom(process.env)
        const { mail, dataDir } = config
        if (mail.smtpUrl === undefined) await mustHoldInstallation(dataDir)
        const { openMailer } = await import('#server/mail/open.ts')
        const { mailOf } = await import('#server/mail/mail-of.ts')
        const mailer = openMailer(mail, dataDir, new URL(originOf(config)).hostname)
        try {
          await mailer.send(
            mailOf(email, 'A test of Sextant', [
              'This mail was sent by "sextant mail test". Mails of your installation arrive here.',
            ]),
          )
        } catch (error) {
          if (mail.smtpUrl === undefined) throw error
          const { smtpFailureText } = await import('#server/mail/smtp-failure.ts')
          throw new Refused(smtpFailureText(error, mail), { cause: error })
        } finally {
          mailer.close()
        }
        const wasSent = mail.smtpUrl !== undefined
        if (json) printJson({ to: email, from: mail.from, wasSent })
        else if (wasSent)
          say(`The mail server took the mail to ${email}, from ${mail.from}. Look whether it arrives.`)
        if (!wasSent)
          throw new NotAllWell(EXIT.ATTENTION, [
            `SEXTANT_SMTP_URL is not set, so nothing was sent: the mail lies in the outbox, and sextant mail ${email} shows it.`,
          ])
      }),
    )

async function found(directory: string, email: string, signal: AbortSignal): Promise<OutboxMail | undefined> {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    const mail = await newestMail(directory, email)
    if (mail || performance.now() > until) return mail
    await delay(100, undefined, { signal })
  }
}
