import { z } from 'zod'
import type { DateRange } from '#contract/date-range.ts'
import { divide, multiply, parseDecimal, toText, type Decimal } from '#contract/decimal.ts'
import { AnsweredDate, DecimalText, IsoDate } from '#contract/fields.ts'
import type { Company } from '#server/accounts/index.ts'
import { defineQuery, sql } from '#server/analytics/index.ts'
import { perVersion } from '#server/ledger/per-version.ts'
import { heldRatesOf, moneyOf } from './company-money.ts'
import { readVersionOn, visibilityOf } from '#server/ledger/journal.ts'
import { HELD_RATES, heldRateSet, rateSet } from './rate-sets.ts'
import type { Services } from '#server/ledger/services.ts'

/** Rates of a company in force, with the day each was published for. */
export const ratesInForce = defineQuery({
  name: 'rates_in_force',
  params: z.object({
    publishedVersion: z.number(),
    deadVersions: z.array(z.number()),
    currencies: z.array(z.string()),
    from: IsoDate,
    to: IsoDate,
  }),
  row: z.object({
    currency: z.string(),
    day: AnsweredDate,
    usd: DecimalText,
    rateDate: AnsweredDate,
    publisher: z.string(),
  }),
  sql: sql`
    SELECT currency, toString(day) AS day, toString(usd) AS usd, toString(rate_date) AS rateDate, publisher
    FROM (${rateSet(sql`currency IN {currencies:Array(String)} AND day BETWEEN {from:Date} AND {to:Date}`)})
    ORDER BY currency, day`,
})

/** The same, and of closed months what was in force when they were closed. */
const heldRates = defineQuery({
  name: 'held_rates',
  params: z.object({
    deadVersions: z.array(z.number()),
    ...HELD_RATES,
    currencies: z.array(z.string()),
    from: IsoDate,
    to: IsoDate,
  }),
  row: z.object({
    currency: z.string(),
    day: AnsweredDate,
    usd: DecimalText,
    rateDate: AnsweredDate,
    readVersion: z.coerce.number(),
  }),
  sql: sql`
    SELECT currency, toString(day) AS day, toString(usd) AS usd, toString(rate_date) AS rateDate, read_version AS readVersion
    FROM (${heldRateSet(sql`currency IN {currencies:Array(String)} AND daily_rates.day BETWEEN {from:Date} AND {to:Date}`)})`,
})

/** The same, each with the version that it is read at. Whoever asks for whole months is often told what another one asked for. */
export const rememberedRates = perVersion(
  async (services, company, asked: { currencies: string[]; from: string; to: string }) =>
    services.analytics.run(heldRates, company, {
      ...visibilityOf(company),
      ...heldRatesOf(await moneyOf(services, company)),
      ...asked,
    }),
  ({ length }) => length,
)

/** The rates that days of a range are read at: of closed months those of their closing. */
export async function ratesOfDays(
  services: Services,
  company: Company,
  asked: { currencies: readonly string[]; from: string; to: string },
  signal: AbortSignal | undefined,
) {
  const params = { ...asked, currencies: [...asked.currencies] }
  const options = { signal }
  const { analytics } = services
  if (company.closedMonths.length === 0)
    return analytics.run(ratesInForce, company, { ...visibilityOf(company), ...params }, options)
  const rates = await analytics.run(
    heldRates,
    company,
    {
      deadVersions: [...company.deadVersions],
      ...heldRatesOf(await moneyOf(services, company)),
      ...params,
    },
    options,
  )
  return rates.filter(({ day, readVersion }) => readVersion === readVersionOn(company, day))
}

/** What one unit of each currency comes to in another on days of a range; null where there is no rate. */
export async function factorsOfDays(
  services: Services,
  company: Company,
  { to, currencies, range }: { to: string; currencies: readonly string[]; range: DateRange },
  signal: AbortSignal | undefined,
): Promise<(currency: string, day: string) => Decimal | null> {
  const asked = { currencies: [...new Set([to, ...currencies])], from: range.start, to: range.end }
  const rates = await ratesOfDays(services, company, asked, signal)
  const usd = new Map(rates.map((rate) => [`${rate.currency} ${rate.day}`, parseDecimal(rate.usd)]))
  return (currency, day) => {
    if (currency === to) return parseDecimal('1')
    const [source, target] = [usd.get(`${currency} ${day}`), usd.get(`${to} ${day}`)]
    return source === undefined || target === undefined ? null : divide(source, target)
  }
}

/** FX-1 and FX-2 for one amount of one day; null where the day has no rate. */
export async function convert(
  { analytics }: Services,
  company: Company,
  { amount, from, to, date }: { amount: string; from: string; to: string; date: string },
): Promise<{ amount: string | null; amountUsd: string | null; rateDate: string | null }> {
  const rates = await analytics.run(ratesInForce, company, {
    ...visibilityOf(company),
    currencies: [from, to],
    from: date,
    to: date,
  })
  const usd = (currency: string) =>
    currency === 'USD' ? '1' : rates.find((rate) => rate.currency === currency)?.usd
  const source = usd(from)
  const target = usd(to)
  const amountUsd = source === undefined ? null : multiply(parseDecimal(amount), parseDecimal(source))
  return {
    amount:
      amountUsd === null || target === undefined
        ? null
        : toText((amountUsd * 10n ** 12n) / parseDecimal(target)),
    amountUsd: amountUsd === null ? null : toText(amountUsd),
    rateDate: rates.find((rate) => rate.currency === from)?.rateDate ?? null,
  }
}

/** US dollars per unit of some currencies on a day. */
const dollarsOn = perVersion(
  async (
    { analytics },
    company,
    currencies: string[],
    day: string,
  ): Promise<ReadonlyMap<string, Decimal>> => {
    const asked = { ...visibilityOf(company), currencies, from: day, to: day }
    const rates = await analytics.run(ratesInForce, company, asked)
    return new Map(rates.map(({ currency, usd }) => [currency, parseDecimal(usd)]))
  },
  ({ size }) => size,
)

/** What one unit of each currency comes to in another on a day; null where there is no rate. */
export async function factorsOn(
  services: Services,
  company: Company,
  { to, currencies, day }: { to: string; currencies: readonly string[]; day: string },
): Promise<(currency: string) => Decimal | null> {
  const usd = await dollarsOn(services, company, [...new Set([to, ...currencies])].toSorted(), day)
  return (currency) => {
    if (currency === to) return parseDecimal('1')
    const [source, target] = [usd.get(currency), usd.get(to)]
    return source === undefined || target === undefined ? null : divide(source, target)
  }
}
