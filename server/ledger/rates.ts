import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { addDays } from '#contract/date-range.ts'
import { assetPath } from '#server/assets.ts'
import type { Company } from '#server/accounts/index.ts'
import type { Analytics } from '#server/analytics/index.ts'
import { VISIBLE, type JournalWriter } from './journal.ts'
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

/**
 * Writes the company's whole set of daily rates under a version. A currency for which the company has rates of its own
 * uses those alone: two publishers in one series would make steps that no market made.
 */
export async function writeRates(
  writer: JournalWriter,
  live: number[],
  today: string,
  fxPolicy: Company['fxPolicy'],
): Promise<void> {
  const { analytics, company, version } = writer
  const own = await analytics.rows<Rate>(
    `SELECT currency, toString(rate_date) AS day, toString(usd_per_unit) AS usd, publisher FROM exchange_rates
     WHERE company_id = {companyId:String} AND problem = '' AND import_id IN {live:Array(UInt64)}
     ORDER BY import_id DESC, line_no DESC LIMIT 1 BY currency, rate_date`,
    { params: { companyId: company.id, live } },
  )
  const ownCurrencies = new Set(own.map((rate) => rate.currency))
  const rates = [...own, ...bundled().filter((rate) => !ownCurrencies.has(rate.currency))].filter(
    (rate) => rate.currency !== 'USD',
  )
  await analytics.insertRows(
    'daily_rates',
    dailyRates(rates, today, fxPolicy, { company_id: company.id, version }),
    {
      queryId: `write-${company.id}-${version}-rates`,
      ...(writer.signal && { signal: writer.signal }),
    },
  )
}

const FIRST_DAY = '2015-01-01'

function* dailyRates(
  rates: Rate[],
  today: string,
  fxPolicy: Company['fxPolicy'],
  whose: { company_id: string; version: number },
) {
  const byCurrency = new Map<string, Rate[]>()
  for (const rate of rates) {
    const series = byCurrency.get(rate.currency)
    if (series) series.push(rate)
    else byCurrency.set(rate.currency, [rate])
  }
  const row = (currency: string, day: string, usd: string, rateDate: string, publisher: string) => ({
    ...whose,
    currency,
    day,
    usd,
    rate_date: rateDate,
    publisher,
  })
  const horizon = addDays(today, 366)
  for (let day = FIRST_DAY; day <= horizon; day = addDays(day, 1)) yield row('USD', day, '1', day, '')
  for (const [currency, unsorted] of byCurrency) {
    const series = unsorted.toSorted((a, b) => (a.day < b.day ? -1 : 1))
    const newest = series.at(-1)!
    if (fxPolicy === 'LATEST') {
      for (let day = FIRST_DAY; day <= horizon; day = addDays(day, 1))
        yield row(currency, day, newest.usd, newest.day, newest.publisher)
      continue
    }
    for (const [index, rate] of series.entries()) {
      const next = series[index + 1]?.day
      for (let age = 0; age <= CARRY_DAYS_MAX; age++) {
        const day = addDays(rate.day, age)
        if (next !== undefined && day >= next) break
        yield row(currency, day, rate.usd, rate.day, rate.publisher)
      }
    }
  }
}

/** The set of rates that a reader of the company sees; for SQL on `daily_rates`. */
export const RATES_IN_FORCE = `company_id = {companyId:String} AND version = (
  SELECT max(version) FROM daily_rates WHERE company_id = {companyId:String} AND ${VISIBLE})`

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

/** Rates in force for a company: its own where it has some for a marketplace, else the standard ones. */
export async function vatPeriods(
  analytics: Analytics,
  companyId: string,
  live: number[],
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
  return [...own, ...seeds().filter((period) => !replaced.has(period.marketplace))]
}

/** Standard rates of one country; used for the VAT on fees of the country of establishment. */
export const standardRates = (country: string): VatPeriod[] =>
  seeds().filter((period) => period.marketplace === country)
