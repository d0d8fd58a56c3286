import type { RateNotice, RatesChange, RatesImport } from '#contract/exchange-rates.ts'
import { later } from '#contract/date-range.ts'
import {
  addBankRates,
  INSTALLATION,
  latestUpdate,
  listCompanies,
  newestBankDays,
  removeOperatorRates,
  replaceOperatorRates,
  saveUpdate,
  type UpdateState,
} from '#server/accounts/index.ts'
import { BankFileRefused, readBankFile } from '#server/exchange-rates/bank-file.ts'
import { fileFor, isNewsExpected, newRates, TAKEN } from '#server/exchange-rates/bank-rates.ts'
import { download } from '#server/exchange-rates/download.ts'
import { BANK, bundled, knownRates, ratesOfDay } from '#server/exchange-rates/known-rates.ts'
import { readOperatorFile } from '#server/exchange-rates/operator-file.ts'
import { AppError } from '#server/errors.ts'
import { renewRates } from '#server/ledger/changing/changes.ts'
import { today, type Services } from '#server/ledger/services.ts'

/** The bank publishes at about 16:00 of its own time, on weekdays. Then so long later, for each installation differently. */
const PUBLISHED_UTC_HOUR = 16
const SPREAD_MS = 60 * 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** After the first failure, and twice as long after each further one. */
const RETRY_MS = { first: 5 * 60_000, max: 6 * HOUR_MS }

type Log = (message: string, error?: unknown) => void

export interface RenewalOptions {
  /** The bank's file; undefined where nobody is asked. */
  url: string | undefined
  /** How long the file may take. */
  msMax?: number
  /** When in the hour after its publication the bank is asked, from 0 to 1: the same in all processes of an installation. */
  moment?: number
  onEnded?: (outcome: 'ok' | 'failed', notices: number) => void
}

/**
 * Keeps the exchange rates of the installation young: asks for the bank's file once a day, after it is published, and
 * brings every company to what is known. What is due follows from what is stored, so it holds over restarts.
 */
export class RatesRenewal {
  readonly url: string | undefined
  readonly #services: Services
  readonly #log: Log
  readonly #options: RenewalOptions
  readonly #stop = new AbortController()
  readonly #delayMs: number
  /** Companies may lack what the program brought along, or what came while they were being written. */
  #areCompaniesBehind = true
  #running: Promise<unknown> | undefined
  #comparing: Promise<void> | undefined
  #started: Promise<void> | undefined

  constructor(services: Services, log: Log, options: RenewalOptions) {
    this.#services = services
    this.#log = log
    this.#options = options
    this.url = options.url
    this.#delayMs = Math.floor((options.moment ?? Math.random()) * SPREAD_MS)
  }

  /** Makes the job if the bank is to be asked. Companies are looked at beside it, without a job, which would be written. */
  async resume(): Promise<void> {
    if (this.#areCompaniesBehind)
      this.#comparing ??= this.renewCompanies()
        .then(() => {})
        .catch((error: unknown) => {
          if (!this.#stop.signal.aborted)
            this.#log('The exchange rates of companies were not renewed.', error)
        })
        .finally(() => (this.#comparing = undefined))
    if (await this.#isDue()) await this.#services.accounts.jobs.send('rates', INSTALLATION)
  }

  /** From now on this process does what is due. */
  start(): Promise<void> {
    this.#started ??= this.#services.accounts.jobs.work('rates', 1, () => this.#work())
    return this.#started
  }

  /** Asks the bank now and brings all companies to what is known. Throws `RATES_OFF` or `RATES_NOT_FETCHED`. */
  async update(): Promise<RatesChange> {
    if (this.url === undefined) throw new AppError('RATES_OFF')
    const { added, notices, problem } = await this.#alone(() => this.#fetch())
    if (problem !== null) throw new AppError('RATES_NOT_FETCHED', { reason: problem })
    return { added, notices, ...(await this.renewCompanies()) }
  }

  /**
   * Takes a file of this machine: rates of the bank as if it had been asked, all others as the operator's own. Throws
   * `RATES_FILE_UNUSABLE`.
   */
  async import(path: string, signal?: AbortSignal): Promise<RatesImport> {
    const { accounts } = this.#services
    const { rates, ...refused } = await readOperatorFile(this.#services, path, today(this.#services), signal)
    const [first] = refused.refused
    if (rates.length === 0)
      throw new AppError('RATES_FILE_UNUSABLE', {
        reason: first ? `Line ${first.line}: ${first.reason}` : 'It has no exchange rates.',
      })
    const [ofBank, own] = [true, false].map((isOfBank) =>
      rates.filter(({ publisher }) => (publisher === BANK) === isOfBank),
    )
    const now = this.#services.now()
    const taken = newRates(ofBank!, await knownRates(accounts), now.toISOString())
    await addBankRates(accounts, taken.rates)
    await replaceOperatorRates(
      accounts,
      own!.map(({ usd, ...rate }) => ({ ...rate, usdPerUnit: usd })),
    )
    return {
      added: taken.rates.length + own!.length,
      notices: taken.notices,
      ...refused,
      ...(await this.renewCompanies()),
    }
  }

  /** Forgets the operator's rates of a currency, so that the bank's or the peg counts again. Throws `RATES_NONE`. */
  async remove(currency: string): Promise<RatesChange> {
    if ((await removeOperatorRates(this.#services.accounts, currency)) === 0)
      throw new AppError('RATES_NONE', { currency })
    return { added: 0, notices: [], ...(await this.renewCompanies()) }
  }

  /** Brings all companies to what the installation knows. */
  async renewCompanies(): Promise<{ companies: number; companiesLeft: number }> {
    const counts = { companies: 0, companiesLeft: 0 }
    for (const { id } of await listCompanies(this.#services.accounts)) {
      this.#stop.signal.throwIfAborted()
      const renewed = await renewRates(this.#services, id).catch((error: unknown) => {
        this.#log(`The exchange rates of company ${id} could not be renewed.`, error)
        return undefined
      })
      if (renewed === undefined) counts.companiesLeft++
      else if (renewed) counts.companies++
    }
    this.#areCompaniesBehind = counts.companiesLeft > 0
    return counts
  }

  /** Ends what is under way. */
  async close(): Promise<void> {
    this.#stop.abort(new Error('The server closes.'))
    await this.#running?.catch(() => {})
    await this.#comparing
  }

  async #work(): Promise<void> {
    if (this.#stop.signal.aborted) return
    if (await this.#isDue()) await this.#alone(() => this.#fetch())
    await this.renewCompanies()
  }

  async #isDue(): Promise<boolean> {
    if (this.url === undefined) return false
    const { accounts } = this.#services
    const now = +this.#services.now()
    const update = await latestUpdate(accounts)
    if (update && update.failures > 0) return now >= +update.triedAt + retryAfter(update.failures)
    const published = lastPublication(now - this.#delayMs)
    if (update?.succeededAt && +update.succeededAt >= published + this.#delayMs) return false
    return isNewsExpected(await this.#newestDay(), dayOf(published))
  }

  /** Up to which all rates are known that the bank may have published. */
  async #newestDay(): Promise<string> {
    const newest = bundled().at(-1)!.day
    const known = await newestBankDays(this.#services.accounts)
    // A newer program takes currencies that the one before did not ask for.
    const isAnyNew = bundled().some(
      ({ currency, day }) => day === newest && TAKEN.includes(currency) && !known.has(currency),
    )
    return isAnyNew ? newest : [...known.values()].reduce(later, newest)
  }

  /** One download at a time, whoever asks for it. */
  async #alone<T>(work: () => Promise<T>): Promise<T> {
    while (this.#running) await this.#running.catch(() => {})
    const running = work()
    this.#running = running
    try {
      return await running
    } finally {
      this.#running = undefined
    }
  }

  async #fetch(): Promise<{ added: number; notices: RateNotice[]; problem: string | null }> {
    const { accounts } = this.#services
    const now = this.#services.now()
    const before = await latestUpdate(accounts)
    try {
      const known = await knownRates(accounts)
      const url = fileFor(this.url!, await this.#newestDay(), today(this.#services))
      const texts = download(url, { signal: this.#stop.signal, msMax: this.#options.msMax })
      const days = await readBankFile(texts, today(this.#services))
      const { rates, notices } = newRates(
        days.flatMap(({ day, perEuro }) => ratesOfDay(day, perEuro)),
        known,
        now.toISOString(),
      )
      await addBankRates(accounts, rates)
      await saveUpdate(accounts, { triedAt: now, succeededAt: now, failures: 0, problem: null }, notices)
      for (const one of notices) this.#log(noticeText(one))
      this.#options.onEnded?.('ok', notices.length)
      return { added: rates.length, notices, problem: null }
    } catch (error) {
      this.#stop.signal.throwIfAborted()
      const problem = problemText(error)
      this.#log(`The exchange rates could not be fetched: ${problem}`)
      await saveUpdate(accounts, failedAt(now, before, problem), [])
      this.#options.onEnded?.('failed', 0)
      return { added: 0, notices: [], problem }
    }
  }
}

const failedAt = (
  now: Date,
  before: UpdateState | undefined,
  problem: string,
): Omit<UpdateState, 'notices'> => ({
  triedAt: now,
  succeededAt: before?.succeededAt ?? null,
  failures: (before?.failures ?? 0) + 1,
  problem,
})

const retryAfter = (failures: number): number =>
  Math.min(RETRY_MS.max, RETRY_MS.first * 2 ** Math.min(failures - 1, 10))

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** The last moment at which the bank may have published. */
function lastPublication(now: number): number {
  const ofDay = Date.parse(`${dayOf(now)}T00:00:00Z`) + PUBLISHED_UTC_HOUR * HOUR_MS
  return ofDay <= now ? ofDay : ofDay - DAY_MS
}

/** A failure of the network says what it is one level below. */
function problemText(error: unknown): string {
  if (error instanceof BankFileRefused) return `${error.message}.`
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof Error)
    return `the address was not reached (${(cause as NodeJS.ErrnoException).code ?? cause.message}).`
  return `${error instanceof Error ? error.message : String(error)}.`
}

const noticeText = ({ kind, currency, day, kept, refused }: RateNotice): string =>
  kind === 'CHANGED'
    ? `The bank gives another rate of ${currency} for ${day} than before: ${refused} dollars. ${kept}, as published first, stays.`
    : `The bank's rate of ${currency} for ${day}, ${refused} dollars, is more than twice or less than half the one before, ${kept}. It is not taken.`
