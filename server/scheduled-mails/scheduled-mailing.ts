import { plainName } from '#contract/names.ts'
import type { MailKind } from '#contract/scheduled-mails.ts'
import {
  getCompany,
  giveMailBack,
  isMailStillDue,
  takeMail,
  waitingMails,
  type Company,
  type WaitingMail,
} from '#server/accounts/index.ts'
import type { Services } from '#server/ledger/services.ts'
import { mailOf } from '#server/mail/mail-of.ts'
import type { Mail, Mailer } from '#server/mail/outbox.ts'
import { digestOf, type MailContent, type MailQuestion } from './digest.ts'
import { dueDay, sentBefore } from './due-day.ts'
import { monthPackageMail } from './month-package-mail.ts'
import type { StopLinks } from './stop-links.ts'
import { STOP_PATH } from './stop-routes.ts'
import { weeklyReviewOf } from './weekly-review.ts'

/** After a mail server that would not take one. */
const AGAIN_MS = 3_600_000
/** For so long; then the next one of its kind comes in its place. */
const TRIED_MS_MAX = 3 * 24 * 3_600_000

type Log = (message: string, error?: unknown) => void
type ContentOf = (
  services: Services,
  company: Company,
  asked: MailQuestion,
  signal: AbortSignal,
) => Promise<MailContent | undefined>

/** By kind and everything that is asked. */
type Made = Map<string, ReturnType<ContentOf>>

const CONTENTS: Record<MailKind, ContentOf> = {
  DAILY_DIGEST: digestOf,
  WEEKLY_REVIEW: weeklyReviewOf,
  MONTH_PACKAGE: monthPackageMail,
}

interface Options {
  mailer: Mailer
  links: StopLinks
  /** Where people reach the installation. */
  address: string
}

/**
 * Sends the mails that members have switched on, each in the morning of its reader. What is due follows from what is stored: a
 * mail is taken for its day before it is sent, so that nobody gets it twice; one that is lost with its process comes the
 * next time.
 */
export class ScheduledMailing {
  readonly #services: Services
  readonly #log: Log
  readonly #options: Options
  readonly #stop = new AbortController()
  readonly #running = new Set<Promise<void>>()
  #started: Promise<void> | undefined

  constructor(services: Services, log: Log, options: Options) {
    this.#services = services
    this.#log = log
    this.#options = options
  }

  /** Makes the jobs of companies that have mails to send. */
  async resume(): Promise<void> {
    await this.#services.accounts.jobs.sendAll('mails', await this.#companiesWithMails())
  }

  /** From now on this process sends what is due. */
  start(): Promise<void> {
    this.#started ??= this.#services.accounts.jobs.work('mails', 1, (companyId) => {
      const running = this.#work(companyId).finally(() => this.#running.delete(running))
      this.#running.add(running)
      return running
    })
    return this.#started
  }

  /** Sends what is due now, whether or not this process takes jobs. */
  async sendDue(): Promise<void> {
    for (const companyId of await this.#companiesWithMails()) await this.#work(companyId)
  }

  async close(): Promise<void> {
    this.#stop.abort(new Error('The server closes.'))
    await Promise.all(this.#running)
  }

  async #companiesWithMails(): Promise<Set<string>> {
    return new Set((await this.#due()).map(({ companyId }) => companyId))
  }

  /** What is due now, of all companies or of one. */
  async #due(company?: { id: string }): Promise<(WaitingMail & { day: string })[]> {
    const now = this.#services.now()
    const waiting = await waitingMails(this.#services.accounts, {
      sentBefore: sentBefore(now),
      failedBefore: new Date(+now - AGAIN_MS),
      ...(company && { company }),
    })
    return waiting
      .map((mail) => ({ ...mail, day: dueDay(mail, now) }))
      .filter(({ day, sentFor }) => day > sentFor)
  }

  async #work(companyId: string): Promise<void> {
    const company = await getCompany(this.#services.accounts, companyId)
    if (!company) return
    // What a mail says has nothing of its reader: for one question it is made once.
    const made: Made = new Map()
    for (const mail of await this.#due(company)) {
      if (this.#stop.signal.aborted) return
      await this.#send(company, mail, made)
    }
  }

  async #send(company: Company, { day, ...mail }: WaitingMail & { day: string }, made: Made): Promise<void> {
    const { accounts } = this.#services
    if (!(await takeMail(accounts, mail, { from: mail.sentFor, to: day }))) return
    try {
      const content = await this.#mailTo(company, { ...mail, day }, made)
      // Who left, or whose company was blocked, while it was made gets no numbers any more.
      if (content && (await isMailStillDue(accounts, mail, day))) await this.#options.mailer.send(content)
    } catch (error) {
      const failedAt = this.#services.now()
      // What failed before its day was another one of its kind.
      const failingSince =
        mail.failingSince && mail.failingSince.toISOString().slice(0, 10) >= day
          ? mail.failingSince
          : undefined
      const triedMs = failingSince ? +failedAt - +failingSince : 0
      if (this.#stop.signal.aborted || triedMs < TRIED_MS_MAX)
        await giveMailBack(accounts, mail, { from: day, to: mail.sentFor, failedAt, failingSince })
      if (!this.#stop.signal.aborted)
        this.#log(`A mail with the numbers of company ${company.id} could not be sent.`, error)
    }
  }

  async #mailTo(
    company: Company,
    { kind, currencyCode, email, files, day, ...place }: WaitingMail & { day: string },
    made: Made,
  ): Promise<Mail | undefined> {
    const { address, links } = this.#options
    const asked = { currencyCode, day, files, name: plainName(company.name), address }
    const key = JSON.stringify([kind, asked])
    if (!made.has(key)) {
      made.set(key, CONTENTS[kind](this.#services, company, asked, this.#stop.signal))
    }
    const content = await made.get(key)
    if (!content) return undefined
    const stop = new URL(`${STOP_PATH}/${links.tokenOf({ ...place, kind })}`, address).href
    const { subject, parts, attachments } = content
    return {
      ...mailOf(email, subject, [...parts, { text: 'To stop these emails:', link: stop }]),
      headers: { 'List-Unsubscribe': `<${stop}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
      ...(attachments && { attachments }),
    }
  }
}
