import { z } from 'zod'
import { RATED_CURRENCY_CODES, type RatedCurrencyCode } from './currencies.ts'

/** Where rates come from that an installation is given while it runs. */
export const GIVEN_RATES = ['BANK', 'OPERATOR'] as const

/**
 * Where the rates of a currency come from: the company's own import, a file of the operator, the bank's published file,
 * an official peg to the dollar, or nowhere.
 */
export const RATE_ORIGINS = ['OWN', ...GIVEN_RATES, 'PEG', 'NONE'] as const

/** A rate counts for so many days after its own (FX-2). */
export const RATE_AGE_DAYS_MAX = 10

/** A rate of the bank's file that was not taken: one that was published otherwise before, or that jumps. */
export const RateNotice = z.object({
  kind: z.enum(['CHANGED', 'JUMP']),
  currency: z.string(),
  day: z.string(),
  /** US dollars per unit, as decimal text: the rate that counts, or the one before a jump. */
  kept: z.string(),
  refused: z.string(),
  at: z.string(),
})
export type RateNotice = z.infer<typeof RateNotice>

/** The newest rate of a currency. */
const CurrencyRates = z.object({
  currency: z.enum(RATED_CURRENCY_CODES),
  origin: z.enum(RATE_ORIGINS),
  /** Who publishes it, in words; empty without a source. */
  source: z.string(),
  /** Null for a peg, which is of every day, and without a source. */
  newestDay: z.string().nullable(),
  ageDays: z.number().nullable(),
  /** `OLD`: too old to count today (FX-2). */
  state: z.enum(['FRESH', 'OLD', 'NONE']),
})
export type CurrencyRates = z.infer<typeof CurrencyRates>

/** How the daily look at the bank's file goes. Moments are ISO 8601. */
const RatesRenewal = z.object({
  /** The host that is asked; null where nobody is (`SEXTANT_RATES_URL=off`). */
  host: z.string().nullable(),
  triedAt: z.string().nullable(),
  succeededAt: z.string().nullable(),
  /** Why the last look came to nothing. */
  problem: z.string().nullable(),
})
export type RatesRenewal = z.infer<typeof RatesRenewal>

/** What `sextant rates status` says. */
export const InstallationRates = z.object({
  currencies: z.array(CurrencyRates),
  renewal: RatesRenewal,
  notices: z.array(RateNotice),
})
export type InstallationRates = z.infer<typeof InstallationRates>

/** A row of the operator's file that was not taken. */
export interface RefusedRate {
  line: number
  reason: string
}

/** What `sextant rates update`, `import` and `remove` have done. */
export interface RatesChange {
  /** Rates that were not known before. */
  added: number
  /** Companies whose numbers are converted with them from now on. */
  companies: number
  /** Companies that something else was writing; they follow by themselves while the server runs. */
  companiesLeft: number
  notices: RateNotice[]
}

export interface RatesImport extends RatesChange {
  refused: RefusedRate[]
  refusedCount: number
}

/** The rates of a currency, and the days on which the company has money in it and no rate. */
export interface CompanyCurrencyRates extends CurrencyRates {
  currency: RatedCurrencyCode
  isUsed: boolean
  lacking: { days: number; first: string; last: string } | null
}

export interface CompanyRates {
  currencies: CompanyCurrencyRates[]
  renewal: RatesRenewal
}
