import { setTimeout as delay } from 'node:timers/promises'
import { Option, type Command } from 'commander'
import { configFrom } from '#server/config.ts'
import { mustHoldInstallation } from '#server/data-dir.ts'
import { newestMail, outboxOf, type OutboxMail } from '#server/mail/outbox.ts'
import { Refused } from './failures.ts'
import { command, run } from './run.ts'
import { printJson, say } from './terminal.ts'

/** A mail is written a moment after the request that caused it. */
const PATIENCE_MS = 2_000

/** Reads files that the server wrote and nothing else, so it needs neither a server nor the data directory's lock. */
export const mailCommand = (): Command =>
  command('mail', 'show the newest mail to an address, where no mail server is set')
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

async function found(directory: string, email: string, signal: AbortSignal): Promise<OutboxMail | undefined> {
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    const mail = await newestMail(directory, email)
    if (mail || Date.now() > until) return mail
    await delay(100, undefined, { signal })
  }
}
