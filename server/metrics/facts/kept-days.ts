import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { daysOfMonth } from '#contract/closed-months.ts'
import type { Company } from '#server/accounts/index.ts'
import { defineQuery, sql, type Analytics, type AnalyticsQuery, type Sql } from '#server/analytics/index.ts'
import { heldRatesOf, moneyOf } from '#server/ledger/currencies/company-money.ts'
import { PUBLISHED, VISIBILITY, visibilityOf, VISIBLE } from '#server/ledger/journal.ts'
import { HELD_RATES, heldRateSet } from '#server/ledger/currencies/rate-sets.ts'
import type { Services } from '#server/ledger/services.ts'
import { dayNumber } from '../segments.ts'
import {
  factorsIn,
  holdsDays,
  lacksRates,
  merged,
  RATE_ONE,
  rateDaysOf,
  running,
  type Days,
  type DaySeries,
  type DollarRates,
  type Factors,
  type RunningSeries,
} from './day-series.ts'

/*
 * The days of a company, kept in the process: what a version says never changes, so that any range, interval, comparison
 * and marketplace of it is a sum here and no statement to the engine (docs/decisions/0032-kept-days.md). A later version is
 * read from where the kept one ends.
 */

/** Days of all series that a process keeps: sixty bytes each, and as many again in each currency that is asked for. */
const KEPT_MAX = 600_000
/** A company with more in one roll-up is asked by statements. */
const OF_ONE_MAX = 150_000
/** Currencies in which the days of one version are kept. */
const CURRENCIES_MAX = 3

/** So long other work waits while days are converted. */
const TURN_MS = 10

/** A roll-up, and which rows of it are read together. */
interface DayTable<Shape extends z.ZodRawShape> {
  name: string
  /** With `company_id`, `version`, `day` and `amount`. */
  rows: Sql
  where: Sql
  params: Shape
  keys: readonly Sql[]
  currency: Sql
  /** The day whose rate counts. */
  rateDay: Sql
  /** Summed up beside the amount, the number of rows first. */
  counts: readonly Sql[]
  /** What the rows are made from, where that takes more than reading them, and how many days at most. */
  source?: { rows: Sql; days: Sql; params: Partial<Shape> }
}

const VERSIONS = { ...VISIBILITY, since: z.number() }

const heldRow = z.object({
  /** Rows up to `since`, and of the whole version. */
  before: z.coerce.number(),
  now: z.coerce.number(),
  /** Different days after `since`, or more. */
  added: z.coerce.number(),
})
const seriesRow = z.object({
  key: z.array(z.string()),
  currency: z.string(),
  days: z.array(z.number()),
  rateDays: z.array(z.number()),
  amounts: z.array(z.string()),
  counts: z.array(z.array(z.number())),
})

/** The statements that read the days of a roll-up, as far as versions after one have added to them. */
export function dayQueries<Shape extends z.ZodRawShape>(table: DayTable<Shape>) {
  const { name, rows, where, params, keys, currency, rateDay, counts, source } = table
  const visibleOf = (from: Sql) =>
    sql`FROM ${from} AS l WHERE company_id = {companyId:String} AND ${VISIBLE} AND ${where}`
  const visible = visibleOf(rows)
  const shape = z.object({ ...params, ...VERSIONS })
  const { closedMonths: _, closedVersions: __, ...versions } = VERSIONS
  // What days are made from is of no one day.
  const heldShape = source ? (z.object({ ...source.params, ...versions }) as unknown as typeof shape) : shape
  const group = sql.join([...keys, currency, sql`day`, rateDay])
  const names = counts.map((_, index) => sql`count_${sql.integer(index)}`)
  return {
    name,
    held: defineQuery({
      name: `${name}_held`,
      params: heldShape,
      row: heldRow,
      sql: sql`
        SELECT countIf(version <= {since:UInt64}) AS before, count() AS now,
          ${source ? sql`sumIf(${source.days}, version > {since:UInt64})` : sql`uniqIf((${group}), version > {since:UInt64})`} AS added
        ${source ? sql`FROM ${source.rows} AS l WHERE company_id = {companyId:String} AND ${PUBLISHED} AND ${where}` : visibleOf(rows)}`,
    }),
    series: defineQuery({
      name,
      params: shape,
      row: seriesRow,
      sql: sql`
        SELECT key, its_currency AS currency, arrayMap(e -> e.1, entries) AS days, arrayMap(e -> e.2, entries) AS rateDays,
          arrayMap(e -> e.3, entries) AS amounts,
          [${sql.join(names.map((_, index) => sql`arrayMap(e -> e.${sql.integer(index + 4)}, entries)`))}] AS counts
        FROM (
          SELECT key, its_currency, arraySort(e -> (e.1, e.2), groupArray((its_day, rate_day, units, ${sql.join(names)}))) AS entries
          FROM (
            SELECT [${sql.join(keys.map((key) => sql`toString(${key})`))}] AS key, toString(${currency}) AS its_currency,
              toInt32(day) AS its_day, toInt32(${rateDay}) AS rate_day,
              toString(toInt256(sum(toDecimal256(l.amount, 9)) * 1000000000)) AS units,
              ${sql.join(counts.map((count, index) => sql`toFloat64(sum(${count})) AS ${names[index]!}`))}
            ${visible} AND version > {since:UInt64}
            GROUP BY key, its_currency, its_day, rate_day
            HAVING units != '0' OR ${sql.join(
              names.map((count) => sql`${count} != 0`),
              sql` OR `,
            )}
          )
          GROUP BY key, its_currency
        )`,
    }),
  }
}
type DayQueries<Asked> = {
  name: string
  held: AnalyticsQuery<Asked & Versions, z.output<typeof heldRow>>
  series: AnalyticsQuery<Asked & Versions, z.output<typeof seriesRow>>
}
type Versions = z.output<z.ZodObject<typeof VERSIONS>>

/** Days of one version. */
interface KeptDays {
  version: number
  /** Which months were closed then, and how. */
  closing: string
  /** Rows of the roll-up that they were made from. */
  rowCount: number
  series: readonly DaySeries[]
  size: number
  converted: LRUCache<string, ConvertedDays, Making<ConvertedDays>>
}
/** The days of one version in a currency. */
interface ConvertedDays {
  running: readonly RunningSeries[]
  factorOf: Factors
}
const TOO_MANY = 'TOO_MANY'

/** What is not kept is made by whoever asks first. */
type Making<T> = () => Promise<T>

interface Store {
  days: LRUCache<string, KeptDays | typeof TOO_MANY, Making<KeptDays | typeof TOO_MANY>>
  /** Which version of some days is kept. */
  newest: LRUCache<string, number>
}
/** By engine, since only tests have several. */
const stores = new WeakMap<Analytics, Store>()

function storeOf(analytics: Analytics): Store {
  const known = stores.get(analytics)
  if (known) return known
  const store: Store = {
    days: new LRUCache({
      maxSize: KEPT_MAX,
      sizeCalculation: (kept) => (kept === TOO_MANY ? 1 : kept.size + 1),
      fetchMethod: (_key, _stale, { context }) => context(),
      // Who waits for days gets them, also when others need their place meanwhile.
      ignoreFetchAbort: true,
    }),
    newest: new LRUCache({ max: 10_000 }),
  }
  stores.set(analytics, store)
  return store
}

/** The days of a version in a currency; undefined where they are too many to be kept. */
export async function keptDays<Asked extends Record<string, string>>(
  ...question: KeptQuestion<Asked>
): Promise<readonly RunningSeries[] | undefined> {
  return (await keptIn(...question))?.running
}

/** The days of a company that are kept, and the same as they are read from another place; undefined where they are too many. */
export async function keptAndRead<Asked extends Record<string, string>>(
  services: Services,
  company: Company,
  place: Company,
  queries: DayQueries<Asked>,
  asked: Asked,
): Promise<{ kept: readonly DaySeries[]; read: readonly DaySeries[] } | undefined> {
  const kept = await keptSeries(services, company, queries, asked)
  if (kept === TOO_MANY) return undefined
  const params = { ...asked, ...visibilityOf(place), since: 0 }
  return {
    kept: kept.series,
    read: (await services.analytics.run(queries.series, place, params)).map(seriesOf),
  }
}

/** What a roll-up has on some days. */
export interface HeldOnDays {
  /** What its rows are, by a part of their key. */
  names: ReadonlySet<string>
  /** The rates that its money needs and has; undefined where a month is closed, as there may be several of one day. */
  rates: readonly RateOfDay[] | undefined
  lacksRates: boolean
}
/** What a unit of a currency is in the asked one, in 10⁻¹⁸. */
export interface RateOfDay {
  currency: string
  /** Since 1970. */
  day: number
  factor: bigint
}

/** What amounts of those days are converted by. */
export function factorsFrom(rates: readonly RateOfDay[], asked: string): Factors {
  const known = new Map(rates.map(({ currency, day, factor }) => [`${currency} ${day}`, factor]))
  return (currency, rateDay) =>
    currency === '' || currency === asked ? RATE_ONE : (known.get(`${currency} ${rateDay}`) ?? 0n)
}

/** What some days of a version have; undefined where the days are too many to be kept. */
export async function heldOnDays<Asked extends Record<string, string>>(
  days: Days,
  nameOf: (key: readonly string[]) => string,
  ...question: KeptQuestion<Asked>
): Promise<HeldOnDays | undefined> {
  const [, company, currency] = question
  const kept = await keptIn(...question)
  if (!kept) return undefined
  return {
    names: new Set(kept.running.flatMap((series) => (holdsDays(series, days) ? nameOf(series.key) : []))),
    rates: company.closedMonths.length > 0 ? undefined : ratesOn(days, currency, kept),
    lacksRates: kept.running.some((series) => lacksRates(series, days)),
  }
}

/** Of one day and currency there is one where no month is closed. */
function ratesOn(
  days: Days,
  asked: string,
  { series, factorOf }: Pick<KeptDays, 'series'> & Pick<ConvertedDays, 'factorOf'>,
): RateOfDay[] {
  const rateDays = new Map<string, Set<number>>()
  for (const one of series) {
    if (one.currency === '' || one.currency === asked) continue
    const known = rateDays.get(one.currency) ?? new Set<number>()
    rateDays.set(one.currency, known)
    for (const day of rateDaysOf(one, days)) known.add(day)
  }
  return [...rateDays]
    .flatMap(([currency, ofCurrency]) =>
      Array.from(ofCurrency, (day): RateOfDay => ({ currency, day, factor: factorOf(currency, day, day) })),
    )
    .filter(({ factor }) => factor !== 0n)
}

type KeptQuestion<Asked> = [
  services: Services,
  company: Company,
  currency: string,
  queries: DayQueries<Asked>,
  asked: Asked,
]

async function keptIn<Asked extends Record<string, string>>(
  ...[services, company, currency, queries, asked]: KeptQuestion<Asked>
): Promise<(ConvertedDays & Pick<KeptDays, 'series'>) | undefined> {
  const kept = await keptSeries(services, company, queries, asked)
  if (kept === TOO_MANY) return undefined
  const converted = await kept.converted.forceFetch(currency, {
    context: () => inCurrency(services, company, kept.series, currency),
  })
  return { ...converted, series: kept.series }
}

function keptSeries<Asked extends Record<string, string>>(
  services: Services,
  company: Company,
  queries: DayQueries<Asked>,
  asked: Asked,
): Promise<KeptDays | typeof TOO_MANY> {
  const store = storeOf(services.analytics)
  const id = [company.ignoresClosing ? 'as if open' : '', queries.name, ...Object.values(asked)].join(' ')
  return store.days.forceFetch(keyOf(id, company), {
    context: () => read(services, company, queries, asked, { store, id }),
  })
}

const keyOf = (id: string, company: { id: string; publishedVersion: number }) =>
  `${company.id} ${company.publishedVersion} ${id}`

/** What is kept of an earlier version is gone on with. */
async function read<Asked extends Record<string, string>>(
  { analytics }: Services,
  company: Company,
  queries: DayQueries<Asked>,
  asked: Asked,
  { store: { days, newest }, id }: { store: Store; id: string },
): Promise<KeptDays | typeof TOO_MANY> {
  const version = company.publishedVersion
  const closing = JSON.stringify(company.closedMonths.map(({ month, version: at }) => [month, at]))
  const newestId = `${company.id} ${id}`
  const former = newest.get(newestId)
  const keyOfFormer = former === undefined ? '' : keyOf(id, { id: company.id, publishedVersion: former })
  const before = former !== undefined && former < version ? days.peek(keyOfFormer) : undefined
  const params = (since: number) => ({ ...asked, ...visibilityOf(company), since })
  const held = async (since: number) => (await analytics.run(queries.held, company, params(since)))[0]!
  // Where another month is closed, or one no more, other rows of earlier versions count.
  let base = before === TOO_MANY || before?.closing !== closing ? undefined : before
  let found = await held(base?.version ?? 0)
  // After a rebuild, or when a version came to nothing after all, what is kept is no part of this one.
  if (base && base.rowCount !== found.before) {
    base = undefined
    found = await held(0)
  }
  if (found.added > OF_ONE_MAX) return TOO_MANY
  const added =
    found.added === 0 ? [] : await analytics.run(queries.series, company, params(base?.version ?? 0))
  const series = merged(base?.series ?? [], added.map(seriesOf))
  if (former === undefined || former < version) newest.set(newestId, version)
  // Hardly anybody asks for it again, and all that did not change is in the new one.
  if (former !== undefined && former < version) days.delete(keyOfFormer)
  return {
    version,
    closing,
    rowCount: found.now,
    series,
    size: series.reduce((sum, one) => sum + one.days.length, 0),
    converted: new LRUCache({
      max: CURRENCIES_MAX,
      fetchMethod: (_key, _stale, { context }) => context(),
      ignoreFetchAbort: true,
    }),
  }
}

const seriesOf = ({
  key,
  currency,
  days,
  rateDays,
  amounts,
  counts,
}: z.output<typeof seriesRow>): DaySeries => ({
  key,
  currency,
  days: Int32Array.from(days),
  rateDays: Int32Array.from(rateDays),
  amounts: amounts.map(BigInt),
  counts: counts.map((count) => Float64Array.from(count)),
})

async function inCurrency(
  services: Services,
  company: Company,
  series: readonly DaySeries[],
  currency: string,
): Promise<ConvertedDays> {
  const factorOf = await factorsOver(
    services,
    company,
    series.flatMap(({ currency: money, rateDays }) => [
      { money, rateDay: rateDays.reduce(least) },
      { money, rateDay: rateDays.reduce(greatest) },
    ]),
    currency,
  )
  const found: RunningSeries[] = []
  let turn = performance.now()
  for (const one of series) {
    found.push(running(one, factorOf))
    if (performance.now() - turn < TURN_MS) continue
    await nextTurn()
    turn = performance.now()
  }
  return { running: found, factorOf }
}

/** How amounts of some currencies are converted on the days between the first and the last of them. */
export async function factorsOver(
  services: Services,
  company: Company,
  days: readonly { money: string; rateDay: number }[],
  currency: string,
): Promise<Factors> {
  const others = days.filter(({ money }) => money !== '' && money !== currency)
  const rates =
    others.length > 0 ? await ratesOf(services, company, others, currency) : new Map<number, never>()
  const factors = new Map([...rates].map(([version, known]) => [version, factorsIn(currency, known)]))
  const without = factorsIn(currency, new Map())
  const versionOn = readVersions(company)
  return (of, rateDay, day) => (factors.get(versionOn(day)) ?? without)(of, rateDay)
}

/** By day: up to which version its rows are read. */
function readVersions(company: Company): (day: number) => number {
  if (company.closedMonths.length === 0) return () => company.publishedVersion
  const versions = new Map(
    company.closedMonths.flatMap(({ month, version }) => {
      const { start, end } = daysOfMonth(month)
      const first = dayNumber(start)
      return Array.from(
        { length: dayNumber(end) - first + 1 },
        (_, index) => [first + index, version] as const,
      )
    }),
  )
  return (day) => versions.get(day) ?? company.publishedVersion
}

/** By the version that rows are read at. */
async function ratesOf(
  services: Services,
  company: Company,
  asked: readonly { money: string; rateDay: number }[],
  currency: string,
): Promise<ReadonlyMap<number, DollarRates>> {
  const money = await moneyOf(services, company)
  const days = asked.map(({ rateDay }) => rateDay)
  const found = await services.analytics.run(dollarRates, company, {
    ...visibilityOf(company),
    ...heldRatesOf(money),
    currencies: [...new Set([currency, ...asked.map((one) => one.money)])],
    first: days.reduce(least),
    last: days.reduce(greatest),
  })
  const rates = new Map<number, Map<string, ReadonlyMap<number, bigint>>>()
  for (const { currency: of, readVersion, days, usd } of found) {
    const ofVersion = rates.get(readVersion) ?? new Map<string, ReadonlyMap<number, bigint>>()
    rates.set(readVersion, ofVersion.set(of, new Map(days.map((day, index) => [day, BigInt(usd[index]!)]))))
  }
  return rates
}

const least = (one: number, other: number): number => Math.min(one, other)
const greatest = (one: number, other: number): number => Math.max(one, other)

const dollarRates = defineQuery({
  name: 'dollar_rates_of_days',
  params: z.object({
    deadVersions: z.array(z.number()),
    ...HELD_RATES,
    currencies: z.array(z.string()),
    first: z.number(),
    last: z.number(),
  }),
  row: z.object({
    currency: z.string(),
    readVersion: z.coerce.number(),
    days: z.array(z.number()),
    usd: z.array(z.string()),
  }),
  sql: sql`
    SELECT toString(currency) AS currency, read_version AS readVersion, groupArray(toInt32(day)) AS days,
      groupArray(toString(toInt256(toDecimal256(usd, 18) * 1000000000000000000))) AS usd
    FROM (${heldRateSet(
      sql`currency IN {currencies:Array(String)} AND day BETWEEN toDate({first:Int32}) AND toDate({last:Int32})`,
    )})
    GROUP BY currency, readVersion`,
})
