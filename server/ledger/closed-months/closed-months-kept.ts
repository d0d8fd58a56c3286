import { daysOfMonth, monthOf } from '#contract/closed-months.ts'
import { earlier, later } from '#contract/date-range.ts'
import type { Company } from '#server/accounts/index.ts'
import { sql, type Sql } from '#server/analytics/index.ts'
import { AppError } from '#server/errors.ts'
import { expenseDays } from '#server/ledger/expense-days.ts'
import { moneyOf } from '#server/ledger/currencies/company-money.ts'
import { PUBLISHED, readVersion, visibilityOf, VISIBLE } from '#server/ledger/journal.ts'
import { heldRateSet } from '#server/ledger/currencies/rate-sets.ts'
import type { Services } from '#server/ledger/services.ts'

/** By month: a number that is equal where all sums of its days are, in whatever rows these lie. */
const sumsOf = (rows: Sql, of: Sql, amount: Sql, where: Sql): Sql => sql`
  SELECT formatDateTime(day, '%Y-%m') AS month, sum(toInt256(toDecimal256(${amount}, 18) * 1000000000000000000) * toInt256(cityHash64(${of}))) AS said
  FROM (${rows}) WHERE company_id = {companyId:String} AND toYYYYMM(day) IN {closedMonths:Array(UInt32)} AND ${where} GROUP BY month`

/** Everything that numbers of days are made from, under a condition on versions. */
const COMPARED = (where: Sql): readonly Sql[] => [
  sumsOf(
    sql`SELECT * FROM ledger_by_day_sku`,
    sql`'ledger', basis, line, marketplace, sku, currency, day, fx_day`,
    sql`amount`,
    where,
  ),
  sumsOf(
    sql`SELECT * FROM measures_by_product`,
    sql`'measures', fact, level, measure, marketplace, sku, asin, currency, day`,
    sql`amount`,
    where,
  ),
  sumsOf(expenseDays, sql`'expenses', marketplace, currency, day`, sql`amount * n`, where),
]

/**
 * Whether closed months would say the same were they read at a version that is being written, as a rebuild does. Throws
 * `CLOSED_MONTHS_WOULD_CHANGE` with those that would not. Of a company whose rows are gone, such as one that is restored,
 * nothing is there to compare with.
 */
export async function mustKeepClosedMonths(
  services: Services,
  company: Company,
  version: number,
): Promise<void> {
  const { closedMonths } = company
  if (closedMonths.length === 0) return
  const { analytics } = services
  const params = { ...paramsOf(company), written: version }
  const [held] = await analytics.rows<{ n: string }>(
    'SELECT toString(count()) AS n FROM ledger_by_day WHERE company_id = {companyId:String} AND version <= {publishedVersion:UInt64}',
    { params },
  )
  if (held!.n === '0') return
  const [before, after, changedRates, changedAdvertising] = await Promise.all([
    saidOfMonths(services, VISIBLE, params),
    saidOfMonths(services, sql`version = {written:UInt64}`, { ...params, publishedVersion: version }),
    changedRatesOf(services, company, version),
    otherwiseAdvertised(services, company),
  ])
  const changed = closedMonths.filter(
    ({ month, version: at }) =>
      (before.get(month) ?? '0') !== (after.get(month) ?? '0') ||
      changedRates.has(at) ||
      changedAdvertising.has(month),
  )
  if (changed.length > 0)
    throw new AppError('CLOSED_MONTHS_WOULD_CHANGE', {
      months: changed.map(({ month }) => month).join(', '),
    })
}

const paramsOf = (company: Company) => {
  const days = company.closedMonths.map(({ month }) => daysOfMonth(month))
  return {
    companyId: company.id,
    ...visibilityOf(company),
    expensesFrom: days.map(({ start }) => start).reduce(earlier),
    expensesTo: days.map(({ end }) => end).reduce(later),
  }
}

async function saidOfMonths(
  { analytics }: Services,
  where: Sql,
  params: Record<string, unknown>,
): Promise<Map<string, string>> {
  const rows = await analytics.rows<{ month: string; total: string }>(
    `SELECT month, toString(sum(said)) AS total FROM (${COMPARED(where)
      .map(({ text }) => text)
      .join(' UNION ALL ')}) GROUP BY month`,
    { params },
  )
  return new Map(rows.map(({ month, total }) => [month, total]))
}

/** Closed months to whose days something came since, in whatever number it is. Reads what came, and not what stood. */
export async function monthsThatGrew(services: Services, company: Company): Promise<ReadonlySet<string>> {
  if (company.closedMonths.length === 0) return new Set()
  const cameSince = sql`${PUBLISHED} AND version > ${readVersion(sql`day`)}`
  const sums = await saidOfMonths(services, cameSince, paramsOf(company))
  return new Set([...sums].flatMap(([month, total]) => (total === '0' ? [] : month)))
}

/** The versions of closings whose rates would be others. */
async function changedRatesOf(
  services: Services,
  company: Company,
  version: number,
): Promise<ReadonlySet<number>> {
  const { currencies, rateVersions, rateFrom, rateTo, rateBegins } = await moneyOf(services, company)
  const closings = <T>(all: readonly T[]) => all.slice(1)
  const sums = async (versions: readonly number[], begins: readonly number[]) => {
    // One after the other, because the rebuilt set is the same version for all of them.
    const found: string[] = []
    for (const [index, at] of versions.entries()) {
      const [row] = await services.analytics.rows<{ total: string }>(
        `SELECT toString(sum(toInt256(toDecimal256(usd, 18) * 1000000000000000000) * toInt256(cityHash64(currency, day)))) AS total
         FROM (${heldRateSet(sql`currency IN {currencies:Array(String)}`).text})`,
        {
          params: {
            companyId: company.id,
            deadVersions: [...company.deadVersions],
            currencies,
            rateVersions: [at],
            rateBegins: [begins[index]],
            rateFrom: [closings(rateFrom)[index]],
            rateTo: [closings(rateTo)[index]],
          },
        },
      )
      found.push(row!.total)
    }
    return found
  }
  const at = closings(rateVersions)
  const [before, after] = await Promise.all([
    sums(at, closings(rateBegins)),
    sums(
      at.map(() => version),
      at.map(() => version),
    ),
  ])
  return new Set(at.filter((_, index) => before[index] !== after[index]))
}

/** Closed months in which other charges for advertising would be costs, because reports tell of other days by now. */
async function otherwiseAdvertised(services: Services, company: Company): Promise<ReadonlySet<string>> {
  const { advertised, advertisedSince, closedAdvertised, closedAdvertisedSince } = await moneyOf(
    services,
    company,
  )
  const billed = await services.analytics.rows<{ billedOn: string; place: string }>(
    `SELECT DISTINCT toString(day) AS billedOn, if(marketplace = '', toString(currency), toString(marketplace)) AS place FROM ledger_by_day
     WHERE company_id = {companyId:String} AND line = 'memoAdvertisingBilled' AND toYYYYMM(day) IN {closedMonths:Array(UInt32)} AND ${VISIBLE.text}`,
    { params: paramsOf(company) },
  )
  const isCost = (day: string, since: string | undefined) => since === undefined || day < since
  return new Set(
    billed.flatMap(({ billedOn: day, place }) => {
      const month = monthOf(day)
      const then = closedAdvertisedSince[closedAdvertised.indexOf(`${place} ${month.replace('-', '')}`)]
      const now = advertisedSince[advertised.indexOf(place)]
      return isCost(day, then) === isCost(day, now) ? [] : month
    }),
  )
}
