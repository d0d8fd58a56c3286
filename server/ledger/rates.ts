import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import type { VatRate } from '#contract/company-settings.ts'
import { addDays, daysIn } from '#contract/date-range.ts'
import { assetPath } from '#server/assets.ts'
import type { Company } from '#server/accounts/index.ts'
import type { Analytics } from '#server/analytics/index.ts'
import { queryIdPrefix, write, type JournalWriter } from './journal.ts'
import type { VatPeriod } from './derive.ts'

/** FX-2: a rate is carried forward so many days, then there is none. */
const CARRY_DAYS_MAX = 10
const SCALE = 10n ** 18n

interface Rate {
  currency: string
  day: string
  /** US dollars per unit with up to 18 decimals. */
  usd: string
  publisher: string
}

const BUNDLED_PUBLISHER = 'European Central Bank'

/** Digits as an integer of 10⁻¹⁸. */
function scaled(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole) * SCALE + BigInt(fraction.slice(0, 18).padEnd(18, '0'))
}

const unscaled = (value: bigint): string => `${value / SCALE}.${(value % SCALE).toString().padStart(18, '0')}`

let bundledRates: Rate[] | undefined

/** Units per euro, as the central bank gives them, turned into dollars per unit. */
function bundled(): Rate[] {
  if (bundledRates) return bundledRates
  const rows = parse<Record<string, string>>(
    readFileSync(assetPath('server/data/euro-reference-rates.csv')),
    { columns: true, bom: true },
  )
  bundledRates = rows.flatMap(({ date, ...perEuro }) => {
    const dollars = scaled(perEuro.USD!)
    return [
      { currency: 'EUR', day: date!, usd: perEuro.USD!, publisher: BUNDLED_PUBLISHER },
      ...Object.entries(perEuro)
        .filter(([currency, units]) => currency !== 'USD' && units)
        .map(([currency, units]) => ({
          currency,
          day: date!,
          usd: unscaled((dollars * SCALE + scaled(units) / 2n) / scaled(units)),
          publisher: BUNDLED_PUBLISHER,
        })),
    ]
  })
  return bundledRates
}

/** The newest rate of each currency among those that come with the product. */
export const latestDollarRates = (): Omit<Rate, 'publisher'>[] =>
  seriesOf(bundled())
    .map((series) => series.at(-1)!)
    .map(({ currency, day, usd }) => ({ currency, day, usd }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1))

/** Rates that come with the product lie under no company. A newer program brings a newer set beside the older one. */
const BUNDLED_COMPANY = ''
const bundlesWritten = new WeakMap<Analytics, Promise<number>>()

/** Puts the bundled rates into the warehouse, once; companies copy them from there. Resolves with their version. */
function writeBundle(analytics: Analytics): Promise<number> {
  let written = bundlesWritten.get(analytics)
  if (!written) {
    written = (async () => {
      const rates = bundled()
      const version = Number(rates.at(-1)!.day.replaceAll('-', ''))
      const found = await analytics.rows(
        `SELECT 1 FROM daily_rates WHERE company_id = '${BUNDLED_COMPANY}' AND version = {version:UInt64} LIMIT 1`,
        { params: { version } },
      )
      if (found.length === 0) {
        const rows = [...dollarDays(), ...carriedForward(rates)]
        await analytics.insertRows(
          'daily_rates',
          rows.map((row) => ({ ...row, company_id: BUNDLED_COMPANY, version })),
        )
      }
      return version
    })()
    bundlesWritten.set(analytics, written)
    written.catch(() => bundlesWritten.delete(analytics))
  }
  return written
}

/**
 * Writes the company's whole set of daily rates under a version. A currency for which the company has rates of its own
 * uses those alone: two publishers in one series would make steps that no market made.
 */
export async function writeRates(
  writer: JournalWriter,
  live: number[],
  fxPolicy: Company['fxPolicy'],
): Promise<void> {
  const { analytics, company, version } = writer
  const bundle = await writeBundle(analytics)
  const own = await analytics.rows<Rate>(
    `SELECT currency, toString(rate_date) AS day, toString(usd_per_unit) AS usd, publisher FROM exchange_rates
     WHERE company_id = {companyId:String} AND problem = '' AND import_id IN {live:Array(UInt64)} AND currency != 'USD'
     ORDER BY import_id DESC, line_no DESC LIMIT 1 BY currency, rate_date`,
    { params: { companyId: company.id, live } },
  )
  const ownCurrencies = [...new Set(own.map((rate) => rate.currency))]
  const insert = (rows: DailyRate[]) =>
    analytics.insertRows(
      'daily_rates',
      rows.map((row) => ({ ...row, company_id: company.id, version })),
      { queryId: `${queryIdPrefix(company, version)}rates`, ...(writer.signal && { signal: writer.signal }) },
    )
  if (fxPolicy === 'LATEST') {
    const all = [...own, ...bundled().filter((rate) => !ownCurrencies.includes(rate.currency))]
    return insert([...dollarDays(), ...newestForEver(all)])
  }
  await write(
    writer,
    // One row per day, should two processes have written the bundle at the same moment.
    `INSERT INTO daily_rates (company_id, currency, day, usd, rate_date, publisher, version)
     SELECT {companyId:String}, r.currency, r.day, r.usd, r.rate_date, r.publisher, {version:UInt64} FROM daily_rates AS r
     WHERE r.company_id = '${BUNDLED_COMPANY}' AND r.version = {bundle:UInt64} AND r.currency NOT IN {ownCurrencies:Array(String)}
     LIMIT 1 BY r.currency, r.day`,
    { bundle, ownCurrencies },
  )
  if (own.length > 0) await insert([...carriedForward(own)])
}

interface DailyRate {
  currency: string
  day: string
  usd: string
  rate_date: string
  publisher: string
}

const DAYS = { first: '2015-01-01', last: '2039-12-31' }

const everyDay = (row: (day: string) => DailyRate): DailyRate[] =>
  Array.from({ length: daysIn({ start: DAYS.first, end: DAYS.last }) }, (_, index) =>
    row(addDays(DAYS.first, index)),
  )

/** A dollar is a dollar on every day; a set without it could not be joined. */
const dollarDays = (): DailyRate[] =>
  everyDay((day) => ({ currency: 'USD', day, usd: '1', rate_date: day, publisher: '' }))

function seriesOf(rates: readonly Rate[]): Rate[][] {
  const byCurrency = new Map<string, Rate[]>()
  for (const rate of rates) {
    const series = byCurrency.get(rate.currency)
    if (series) series.push(rate)
    else byCurrency.set(rate.currency, [rate])
  }
  return [...byCurrency.values()].map((series) => series.toSorted((a, b) => (a.day < b.day ? -1 : 1)))
}

function* carriedForward(rates: readonly Rate[]): Generator<DailyRate> {
  for (const series of seriesOf(rates)) {
    for (const [index, { currency, day: rateDate, usd, publisher }] of series.entries()) {
      const next = series[index + 1]?.day
      for (let age = 0; age <= CARRY_DAYS_MAX; age++) {
        const day = addDays(rateDate, age)
        if (next !== undefined && day >= next) break
        yield { currency, day, usd, rate_date: rateDate, publisher }
      }
    }
  }
}

/** Policy LATEST: every day converts at the newest rate, which takes currency effects out of a comparison. */
const newestForEver = (rates: readonly Rate[]): DailyRate[] =>
  seriesOf(rates).flatMap((series) => {
    const { currency, usd, day: rateDate, publisher } = series.at(-1)!
    return everyDay((day) => ({ currency, day, usd, rate_date: rateDate, publisher }))
  })

let seededVat: VatPeriod[] | undefined

const seeds = (): VatPeriod[] =>
  (seededVat ??= parse<Record<string, string>>(readFileSync(assetPath('server/data/vat-rates.csv')), {
    columns: true,
  }).map((row) => ({
    marketplace: row.marketplace!,
    sku: '',
    rate: row.rate!,
    validFrom: row.valid_from!,
    validTo: row.valid_to!,
  })))

/**
 * Rates in force for a company. What it has entered holds from the day it says; before that, and where it has entered
 * nothing, imported rates hold, and without those of a marketplace the standard ones.
 */
export async function vatPeriods(
  analytics: Analytics,
  companyId: string,
  live: number[],
  entered: readonly VatRate[],
): Promise<VatPeriod[]> {
  const own = await analytics.rows<VatPeriod>(
    `SELECT marketplace, sku, toString(rate) AS rate, toString(ifNull(valid_from, toDate('1970-01-01'))) AS validFrom,
       if(isNull(valid_to), '', toString(valid_to)) AS validTo
     FROM (
       SELECT * FROM vat_rates WHERE company_id = {companyId:String} AND problem = '' AND import_id IN {live:Array(UInt64)}
       ORDER BY import_id DESC, line_no DESC LIMIT 1 BY marketplace, sku, valid_from
     )
     -- The first period that holds a day counts, so the newest comes first.
     ORDER BY validFrom DESC`,
    { params: { companyId, live } },
  )
  const replaced = new Set(own.filter((period) => period.sku === '').map((period) => period.marketplace))
  return overlaid(entered, [...own, ...seeds().filter((period) => !replaced.has(period.marketplace))])
}

/** Entered rates laid over others, which end where the first entered rate of their marketplace begins. */
export function overlaid(entered: readonly VatRate[], others: readonly VatPeriod[]): VatPeriod[] {
  const byDay = entered.toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1))
  const firstDay = new Map(byDay.toReversed().map(({ marketplace, validFrom }) => [marketplace, validFrom]))
  const nextDay = ({ marketplace, validFrom }: VatRate) =>
    byDay.find((later) => later.marketplace === marketplace && later.validFrom > validFrom)?.validFrom
  const periods = byDay.map((rate) => {
    const next = nextDay(rate)
    return { ...rate, sku: '', validTo: next === undefined ? '' : addDays(next, -1) }
  })
  const before = others.flatMap((period) => {
    const first = period.sku === '' ? firstDay.get(period.marketplace) : undefined
    if (first === undefined || (period.validTo !== '' && period.validTo < first)) return [period]
    return period.validFrom < first ? [{ ...period, validTo: addDays(first, -1) }] : []
  })
  // The first period that holds a day counts, so the newest comes first.
  return [...periods.toReversed(), ...before]
}

/** The rates that come with the product, for whoever wants to know what holds without entering any. */
export const standardVatRates = (): readonly VatPeriod[] => seeds()

/** Standard rates of one country; used for the VAT on fees of the country of establishment. */
export const standardRates = (country: string): VatPeriod[] =>
  seeds().filter((period) => period.marketplace === country)
