import { z } from 'zod'
import { IsoDate } from '#contract/fields.ts'
import { RATE_AGE_DAYS_MAX } from '#contract/exchange-rates.ts'
import { addDays, daysIn } from '#contract/date-range.ts'
import type { Company } from '#server/accounts/index.ts'
import { sql, type Analytics, type Sql } from '#server/analytics/index.ts'
import {
  bundled,
  knownRates,
  PEGS,
  dollarsPerUnit,
  scaled,
  type Rate,
} from '#server/exchange-rates/known-rates.ts'
import { queryIdPrefix, visibilityOf, PUBLISHED, write, type JournalWriter } from '#server/ledger/journal.ts'
import type { Services } from '#server/ledger/services.ts'
import { LIVE_FACTS } from '#server/ledger/live-facts.ts'

/*
 * A company's set of daily rates is written whole under one version, and later versions add days to it: of the rates of
 * a day the newest version counts. A whole set has the dollar, which additions leave out; so the set in force begins at
 * the newest version that has it.
 */
export const SET_BEGINS = sql`
  (SELECT max(version) FROM daily_rates WHERE company_id = {companyId:String} AND currency = 'USD' AND ${PUBLISHED})`

/** The company's rates in force, under a condition on `currency` and `day`. */
export const rateSet = (where: Sql, begins: Sql = SET_BEGINS): Sql => sql`
  SELECT currency, day, usd, rate_date, publisher FROM daily_rates
  WHERE company_id = {companyId:String} AND version >= ${begins} AND ${PUBLISHED} AND ${where}
  ORDER BY version DESC LIMIT 1 BY currency, day`

/** What `heldRateSet` asks for. */
export const HELD_RATES = {
  rateVersions: z.array(z.number()),
  rateBegins: z.array(z.number()),
  rateFrom: z.array(IsoDate),
  rateTo: z.array(IsoDate),
}

/**
 * The rates in force at several versions, each of them with its `read_version`: a row of a closed month is converted at
 * what a rate was when the month was closed.
 */
export const heldRateSet = (where: Sql): Sql => sql`
  SELECT currency, day, usd, rate_date, publisher, read_version FROM daily_rates
  ARRAY JOIN {rateVersions:Array(UInt64)} AS read_version, {rateBegins:Array(UInt64)} AS begins, {rateFrom:Array(Date)} AS first_day, {rateTo:Array(Date)} AS last_day
  WHERE company_id = {companyId:String} AND version BETWEEN begins AND read_version AND version NOT IN {deadVersions:Array(UInt64)}
    AND day BETWEEN first_day AND last_day AND ${where}
  ORDER BY version DESC LIMIT 1 BY currency, day, read_version`

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

const everyDayAt = (currency: string, usd: string, publisher: string): DailyRate[] =>
  everyDay((day) => ({ currency, day, usd, rate_date: day, publisher }))

/** A dollar is a dollar on every day; a set without it could not be joined. */
const dollarDays = (): DailyRate[] => everyDayAt('USD', '1', '')

let pegs: ReadonlyMap<string, DailyRate[]> | undefined

/** By currency. */
const pegDays = (): ReadonlyMap<string, DailyRate[]> =>
  (pegs ??= new Map(
    PEGS.map(({ currency, unitsPerDollar, publisher }) => [
      currency,
      everyDayAt(currency, dollarsPerUnit('1', unitsPerDollar), publisher),
    ]),
  ))

/** Of rates of one currency, the oldest first: each holds until the next, but only so long (FX-2). */
function* carriedForward(series: readonly Rate[]): Generator<DailyRate> {
  for (const [index, { currency, day: rateDate, usd, publisher }] of series.entries()) {
    const next = series[index + 1]?.day
    for (let age = 0; age <= RATE_AGE_DAYS_MAX; age++) {
      const day = addDays(rateDate, age)
      if (next !== undefined && day >= next) break
      yield { currency, day, usd, rate_date: rateDate, publisher }
    }
  }
}

/** Rates that come with the product lie under no company. A newer program brings a newer set beside the older one. */
const BUNDLED_COMPANY = ''
/** Of the form in which they are laid down: 2 has the pegs, 3 all currencies that the bank publishes. */
const BUNDLE_FORM = 3
const bundlesWritten = new WeakMap<Analytics, Promise<number>>()

/** Puts the bundled rates into the warehouse, once; companies copy them from there. Resolves with their version. */
export function writeBundle(analytics: Analytics): Promise<number> {
  let written = bundlesWritten.get(analytics)
  if (!written) {
    written = (async () => {
      const series = grouped(bundled())
      const newest = bundled().at(-1)!.day
      const version = Number(newest.replaceAll('-', '')) * 10 + BUNDLE_FORM
      const found = await analytics.rows(
        `SELECT 1 FROM daily_rates WHERE company_id = '${BUNDLED_COMPANY}' AND version = {version:UInt64} LIMIT 1`,
        { params: { version } },
      )
      if (found.length === 0) {
        const rows = [
          ...dollarDays(),
          ...[...pegDays().values()].flat(),
          ...series.flatMap((rates) => [...carriedForward(rates)]),
        ]
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

function grouped(rates: readonly Rate[]): Rate[][] {
  const byCurrency = new Map<string, Rate[]>()
  for (const rate of rates) {
    const series = byCurrency.get(rate.currency)
    if (series) series.push(rate)
    else byCurrency.set(rate.currency, [rate])
  }
  return [...byCurrency.values()].map((series) => series.toSorted((a, b) => (a.day < b.day ? -1 : 1)))
}

/** Rates that the company has imported itself. */
const ownRates = (analytics: Analytics, companyId: string, live: readonly number[]): Promise<Rate[]> =>
  analytics.rows<Rate>(
    `SELECT currency, toString(rate_date) AS day, toString(usd_per_unit) AS usd, publisher FROM exchange_rates
     WHERE ${LIVE_FACTS.text} AND currency != 'USD'
     ORDER BY import_id DESC, line_no DESC LIMIT 1 BY currency, rate_date`,
    { params: { companyId, live: [...live] } },
  )

/** Of these currencies those of which nobody has brought a rate, the company's live imports among them. */
export async function withoutRates(
  { accounts, analytics }: Pick<Services, 'accounts' | 'analytics'>,
  company: Company,
  live: readonly number[],
  currencies: readonly string[],
): Promise<string[]> {
  const rows = await analytics.rows<{ currency: string }>(
    `SELECT DISTINCT currency FROM exchange_rates WHERE ${LIVE_FACTS.text}`,
    { params: { companyId: company.id, live: [...live] } },
  )
  const rated = new Set([
    'USD',
    ...PEGS.map(({ currency }) => currency),
    ...(await knownRates(accounts)).series.keys(),
    ...rows.map(({ currency }) => currency),
  ])
  return currencies.filter((currency) => !rated.has(currency))
}

export type FxPolicy = Company['fxPolicy']

/**
 * Writes the company's whole set of daily rates under a version. A currency for which the company, or else the operator,
 * has rates of its own uses those alone: two publishers in one series would make steps that no market made.
 */
export async function writeRates(
  { accounts, analytics: everyones }: Pick<Services, 'accounts' | 'analytics'>,
  writer: JournalWriter,
  live: readonly number[],
  fxPolicy: FxPolicy,
): Promise<void> {
  const { analytics, company } = writer
  const [bundle, own, known] = await Promise.all([
    // Others wait for the bundle too, so that it is written whatever becomes of this version.
    writeBundle(everyones),
    ownRates(analytics, company.id, live),
    knownRates(accounts),
  ])
  const ownCurrencies = new Set(own.map(({ currency }) => currency))
  const others = [...known.series.values()].filter(({ currency }) => !ownCurrencies.has(currency))
  const given = [...grouped(own), ...others.map(({ rates }) => rates)]
  if (fxPolicy === 'LATEST') {
    const notPegged = given.map((rates) => rates.at(-1)!)
    const isGiven = (currency: string) => notPegged.some((rate) => rate.currency === currency)
    const pegged = [...pegDays()].flatMap(([currency, days]) => (isGiven(currency) ? [] : days))
    return insertDays(writer, [...dollarDays(), ...pegged, ...notPegged.flatMap(newestForEver)])
  }
  // What the bundle has is copied up to the first day on which it is not the whole.
  const { firstDayAdded = DAYS.last } = known
  const copiedFrom = others.filter(({ origin }) => origin === 'BANK')
  const notCopied = [
    ...ownCurrencies,
    ...others.flatMap((one) => (one.origin === 'BANK' ? [] : one.currency)),
  ]
  await write(
    writer,
    // One row per day, should two processes have written the bundle at the same moment.
    `INSERT INTO daily_rates (company_id, currency, day, usd, rate_date, publisher, version)
     SELECT {companyId:String}, r.currency, r.day, r.usd, r.rate_date, r.publisher, {version:UInt64} FROM daily_rates AS r
     WHERE r.company_id = '${BUNDLED_COMPANY}' AND r.version = {bundle:UInt64} AND r.currency NOT IN {notCopied:Array(String)}
       AND (r.day < {firstDayAdded:Date} OR r.currency IN {ofEveryDay:Array(String)})
     LIMIT 1 BY r.currency, r.day`,
    { bundle, notCopied, firstDayAdded, ofEveryDay: ['USD', ...PEGS.map(({ currency }) => currency)] },
  )
  // Earlier ones hold on no such day.
  const oldest = addDays(firstDayAdded, -RATE_AGE_DAYS_MAX)
  const later = copiedFrom.flatMap(({ rates }) =>
    [...carriedForward(rates.filter(({ day }) => day >= oldest))].filter(({ day }) => day >= firstDayAdded),
  )
  const instead = given.filter(([first]) => notCopied.includes(first!.currency))
  await insertDays(writer, [...later, ...instead.flatMap((rates) => [...carriedForward(rates)])])
}

async function insertDays(writer: JournalWriter, rows: readonly DailyRate[]): Promise<void> {
  if (rows.length === 0) return
  const { analytics, company, version } = writer
  await analytics.insertRows(
    'daily_rates',
    rows.map((row) => ({ ...row, company_id: company.id, version })),
    { queryId: `${queryIdPrefix(company, version)}rates` },
  )
}

/** Policy LATEST: every day converts at the newest rate, which takes currency effects out of a comparison. */
const newestForEver = ({ currency, usd, day: rateDate, publisher }: Rate): DailyRate[] =>
  everyDay((day) => ({ currency, day, usd, rate_date: rateDate, publisher }))

/** What has to be written so that a company's set is what the installation knows. */
export type RatesNeeded = 'NOTHING' | 'WHOLE_SET' | { days: DailyRate[]; first: string; last: string }

/**
 * Compares a company's set in force with what the installation knows, by the rates of the days that they were published
 * for: how many, their sum and the newest one. Where only newer rates are missing, these are enough.
 */
export async function ratesNeeded(
  { analytics, accounts }: Pick<Services, 'analytics' | 'accounts'>,
  company: Company,
  live: readonly number[],
): Promise<RatesNeeded> {
  const [known, own, held] = await Promise.all([
    knownRates(accounts),
    ownRates(analytics, company.id, live),
    heldRates(analytics, company),
  ])
  // Without the dollar there is no set: it comes with the company's first numbers.
  if (!held.delete('USD')) return 'NOTHING'
  const ownCurrencies = new Set(own.map(({ currency }) => currency))
  const isOwn = (currency: string) => ownCurrencies.has(currency)
  const added: DailyRate[] = []
  const wanted = new Map<string, readonly Point[]>([
    ...pegDays(),
    ...[...known.series].map(([currency, { rates }]) => [currency, rates] as const),
  ])
  for (const currency of held.keys()) if (!isOwn(currency) && !wanted.has(currency)) return 'WHOLE_SET'
  for (const [currency, rates] of wanted) {
    if (isOwn(currency)) continue
    const isPegged = !known.series.has(currency)
    const points = company.fxPolicy === 'LATEST' && !isPegged ? rates.slice(-1) : rates
    const has = held.get(currency) ?? { newest: '', count: 0, total: 0n }
    const before = points.filter(({ day }) => day <= has.newest)
    const total = before.reduce((sum, { usd }) => sum + scaled(usd), 0n)
    if (before.length !== has.count || total !== has.total) return 'WHOLE_SET'
    if (points.length === before.length) continue
    if (company.fxPolicy === 'LATEST' || isPegged) return 'WHOLE_SET'
    const newer = known.series.get(currency)!.rates.slice(before.length)
    added.push(...carriedForward(newer))
  }
  if (added.length === 0) return 'NOTHING'
  const days = added.map(({ rate_date }) => rate_date).sort()
  return { days: added, first: days[0]!, last: days.at(-1)! }
}

type Point = Pick<Rate, 'day' | 'usd'>

/** Adds days to the company's set in force. */
export const addRateDays = (writer: JournalWriter, { days }: Exclude<RatesNeeded, string>): Promise<void> =>
  insertDays(writer, days)

interface Held {
  newest: string
  count: number
  total: bigint
}

async function heldRates(analytics: Analytics, company: Company): Promise<Map<string, Held>> {
  const rows = await analytics.rows<{ currency: string; newest: string; points: string; total: string }>(
    `SELECT currency, toString(max(day)) AS newest, toString(count()) AS points, toString(sum(usd)) AS total
     FROM (${rateSet(sql`1`).text}) WHERE day = rate_date GROUP BY currency`,
    { params: { companyId: company.id, ...visibilityOf(company) } },
  )
  return new Map(
    rows.map(({ currency, newest, points, total }) => [
      currency,
      { newest, count: Number(points), total: scaled(total) },
    ]),
  )
}
