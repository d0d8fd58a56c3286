import { MARKETPLACES } from '#contract/marketplaces.ts'
import { daysOfMonth } from '#contract/closed-months.ts'
import { CALENDAR, earlier, later, type DateRange } from '#contract/date-range.ts'
import { liveVersions, type Company } from '#server/accounts/index.ts'
import { closedStates } from '#server/ledger/closed-months/closed-states.ts'
import { PUBLISHED, visibilityOf, VISIBLE } from '#server/ledger/journal.ts'
import { perVersion } from '#server/ledger/per-version.ts'
import { SET_BEGINS } from './rate-sets.ts'
import { LIVE_FACTS } from '#server/ledger/live-facts.ts'
import type { Services } from '#server/ledger/services.ts'

/** What every sum of a company's amounts needs to know first. */
export interface CompanyMoney {
  currencies: string[]
  /** Of its ledger and its expenses. */
  heldMarketplaces: string[]
  /** Marketplaces with advertising reports, and their currencies for what belongs to none; and their first days. */
  advertised: string[]
  advertisedSince: string[]
  /** The same of closed months, by `DE 202501`: what was reported when they were closed. */
  closedAdvertised: string[]
  closedAdvertisedSince: string[]
  /**
   * Up to which versions rates are read, the newest first and then those that months were closed at; where the company's set
   * begins for each, and which days may be asked for.
   */
  rateVersions: number[]
  rateBegins: number[]
  rateFrom: string[]
  rateTo: string[]
}

type OfOneVersion = Omit<CompanyMoney, `closed${string}` | `rate${string}`> & { begins: number }

const ofOneVersion = perVersion(async ({ analytics, accounts }, company): Promise<OfOneVersion> => {
  const live = await liveVersions(accounts, company)
  const params = { companyId: company.id, live, ...visibilityOf(company) }
  const [held, reports, [rates]] = await Promise.all([
    analytics.rows<{ currency: string; marketplace: string }>(
      `SELECT currency, toString(marketplace) AS marketplace FROM ledger_by_day
       WHERE company_id = {companyId:String} AND ${PUBLISHED.text} AND currency != '' GROUP BY currency, marketplace HAVING sum(row_count) != 0
       UNION DISTINCT
       SELECT currency, toString(marketplace) FROM expense_periods
       WHERE company_id = {companyId:String} AND ${PUBLISHED.text} GROUP BY currency, marketplace HAVING sum(n) != 0
       UNION DISTINCT
       SELECT toString(currency), '' FROM product_costs WHERE ${LIVE_FACTS.text} AND currency != ''
       UNION DISTINCT
       SELECT currency, '' FROM measures_by_day
       WHERE company_id = {companyId:String} AND ${PUBLISHED.text} AND currency != '' GROUP BY currency HAVING sum(row_count) != 0`,
      { params },
    ),
    analytics.rows<{ marketplace: string; currency: string; since: string }>(
      `SELECT toString(marketplace) AS marketplace, toString(currency) AS currency, toString(min(date)) AS since FROM ads_daily
       WHERE ${LIVE_FACTS.text}
       GROUP BY marketplace, currency`,
      { params },
    ),
    analytics.rows<{ begins: string }>(`SELECT ${SET_BEGINS.text} AS begins`, { params }),
  ])
  const since = new Map<string, string>()
  for (const report of reports)
    for (const key of coveredBy(report)) {
      const known = since.get(key)
      if (known === undefined || report.since < known) since.set(key, report.since)
    }
  return {
    // Budgets and search terms are read from reports of advertising, whose money need not be in a journal.
    currencies: [...new Set([...held, ...reports].map((row) => row.currency).filter(Boolean))],
    heldMarketplaces: [...new Set(held.map((row) => row.marketplace).filter(Boolean))],
    advertised: [...since.keys()],
    advertisedSince: [...since.values()],
    begins: Number(rates!.begins),
  }
})

/** What every sum of a company's amounts needs to know first, of its open months and of its closed ones. */
export const moneyOf = perVersion(
  async (services, company): Promise<CompanyMoney> => {
    const { begins, ...now } = await ofOneVersion(services, company)
    const states = [...(await closedStates(services, company))]
    const [then, days] = await Promise.all([
      Promise.all(states.map(([, state]) => ofOneVersion(services, state))),
      rateDaysOfClosed(services, company),
    ])
    const versions = states.map(([version]) => version)
    const advertisedThen = company.closedMonths.flatMap(({ month, version }) => {
      const { advertised, advertisedSince } = then[versions.indexOf(version)]!
      return [...new Set([...now.advertised, ...advertised])].map((key): [string, string] => [
        `${key} ${month.replace('-', '')}`,
        advertisedSince[advertised.indexOf(key)] ?? CALENDAR.end,
      ])
    })
    return {
      ...now,
      currencies: [...new Set([now, ...then].flatMap(({ currencies }) => currencies))],
      closedAdvertised: advertisedThen.map(([key]) => key),
      closedAdvertisedSince: advertisedThen.map(([, since]) => since),
      rateVersions: [company.publishedVersion, ...versions],
      rateBegins: [begins, ...then.map((one) => one.begins)],
      rateFrom: [CALENDAR.start, ...versions.map((version) => days.get(version)!.start)],
      rateTo: [CALENDAR.end, ...versions.map((version) => days.get(version)!.end)],
    }
  },
  ({ closedAdvertised, rateVersions }) => closedAdvertised.length + rateVersions.length,
)

/** By version, the days whose rates the months closed at it need: their own, and those of their rows. */
async function rateDaysOfClosed(
  { analytics }: Services,
  company: Company,
): Promise<ReadonlyMap<number, DateRange>> {
  const found = new Map<number, DateRange>()
  if (company.closedMonths.length === 0) return found
  const rows = await analytics.rows<{ month: string; start: string; end: string }>(
    `SELECT formatDateTime(day, '%Y-%m') AS month, toString(min(fx_day)) AS start, toString(max(fx_day)) AS end FROM ledger_by_day
     WHERE company_id = {companyId:String} AND toYYYYMM(day) IN {closedMonths:Array(UInt32)} AND ${VISIBLE.text} GROUP BY month`,
    { params: { companyId: company.id, ...visibilityOf(company) } },
  )
  const ofRows = new Map(rows.map(({ month, start, end }) => [month, { start, end }]))
  for (const { month, version } of company.closedMonths)
    for (const range of [daysOfMonth(month), ofRows.get(month)]) {
      const known = found.get(version)
      if (!range) continue
      found.set(version, {
        start: known ? earlier(known.start, range.start) : range.start,
        end: known ? later(known.end, range.end) : range.end,
      })
    }
  return found
}

/** A report that names no marketplace is one of all marketplaces of its currency. */
const coveredBy = ({ marketplace, currency }: { marketplace: string; currency: string }): string[] => [
  currency,
  ...(marketplace === ''
    ? MARKETPLACES.filter((other) => other.currency === currency).map(({ code }) => code)
    : [marketplace]),
]

/** Of what a company's money is converted with. */
export const heldRatesOf = ({ rateVersions, rateBegins, rateFrom, rateTo }: CompanyMoney) => ({
  rateVersions,
  rateBegins,
  rateFrom,
  rateTo,
})
