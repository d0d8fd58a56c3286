import type { FactTable } from '#amazon/index.ts'
import { listSellerAccounts, type RecountedRows } from '#server/accounts/index.ts'
import { NOTHING } from './derivation-scope.ts'
import { ROWS_AT_ONCE } from './settlement-rows.ts'
import { countingRows } from '#server/ledger/derivation/counting-rows.ts'
import { OF_REPORTS } from '#server/ledger/derivation/active-rows.ts'
import { RETURN_KEY } from '#server/ledger/derivation/damaged-codes.ts'
import { Derivation } from '#server/ledger/derivation/derive.ts'
import type { DeriveContext, FactScope } from '#server/ledger/derivation/derive-context.ts'
import type { JournalWriter } from '#server/ledger/journal.ts'
import { NO_PLACES } from '#server/ledger/derivation/places.ts'
import type { ReadingMoments } from '#server/ledger/derivation/reading-moments.ts'
import {
  choicesAmong,
  isOfReports,
  type SettlementHoldings,
} from '#server/ledger/settlements/settlement-holdings.ts'
import type { Services } from '#server/ledger/services.ts'

/** By what rows of a table meet those of another import: what is chosen among them is chosen within one of these. */
const MEET_BY: Partial<Record<FactTable, string>> = {
  order_items: 'order_id',
  product_costs: 'sku',
  exchange_rates: 'currency',
  vat_rates: 'marketplace',
  listings: 'snapshot_date',
  catalogue_items: 'asin',
  fee_estimates: 'sku',
  returns: RETURN_KEY,
  expenses: 'name',
  ads_daily: 'date',
  inventory_ledger: 'date',
  sales_traffic_date: 'date',
  sales_traffic_asin_day: 'date',
  inventory_snapshots: 'date',
  inventory_planning: 'date',
  stranded_inventory: 'date',
  storage_fees: 'month',
  aged_fees: 'date',
  reimbursements: 'reimbursement_id',
  removal_orders: 'order_id',
  removal_shipments: 'order_id',
  promotions: 'promotion_id',
  coupons: 'coupon_id',
  vat_transactions: 'date',
  // A week of one product may push aside a month of another.
  search_query_performance: 'marketplace',
}
/** By what they are cut, where it is something else: nothing may be chosen across it. */
const CUT_BY: Partial<Record<FactTable, string>> = { search_query_performance: 'asin' }

/** Attempts that count before a change and after it, and the one that comes or goes. */
export interface Coming {
  before: number[]
  after: number[]
  changed: number
  moments: ReadingMoments
  /** Where they differ. */
  momentsBefore?: ReadingMoments
  /** Tables in which that one has readable rows. */
  touched: ReadonlySet<FactTable>
  /** Tables in which the others have any. */
  tablesOfOthers: ReadonlySet<FactTable>
  /** Of all of them. */
  holdings: SettlementHoldings
}

/** A settlement may be stated without any line. */
export const mayMeetSettlements = (touched: Coming['touched']): boolean =>
  touched.has('settlement_lines') || touched.has('settlements')

interface RecountedFacts {
  others: RecountedRows[]
  known: number
  inactive: number
}

/**
 * Which rows count before and after an attempt came or went, of all facts but the lines of settlement reports, where they
 * meet those of other imports.
 */
export async function recountFacts(
  services: Services,
  writer: JournalWriter,
  { before, after, changed, moments, momentsBefore = moments, touched, tablesOfOthers, holdings }: Coming,
): Promise<RecountedFacts> {
  const { analytics, company } = writer
  const all = [...new Set([...before, ...after])]
  const others = all.filter((attempt) => attempt !== changed)
  const stays = before.includes(changed) && after.includes(changed)
  const result: RecountedFacts = { others: [], known: 0, inactive: 0 }
  const tables = await tablesMet(writer, changed, others, { touched, tablesOfOthers, holdings })
  if (tables.length === 0) return result
  const accounts = await listSellerAccounts(services.accounts, company)
  const context: Omit<DeriveContext, 'live' | 'moments'> = {
    accounts: accounts.map(({ id, homeMarketplace }) => ({ id, homeMarketplace: homeMarketplace ?? '' })),
    places: NO_PLACES,
    lineMappings: [],
    vatPeriods: [],
    feeVatPeriods: [],
    held: new Set(),
    survey: { ...NOTHING, overlapping: true, ...choicesAmong(holdings) },
    superseded: [],
  }
  /** Rows of each attempt among those that a query gives the places of. */
  const countsOf = async (
    sql: string,
    params: Record<string, unknown>,
    counts = new Map<number, number>(),
  ) => {
    const rows = await analytics.rows<{ attempt: string; held: string }>(
      `SELECT toString(import_id) AS attempt, toString(groupBitmap(line_no)) AS held FROM (${sql}) GROUP BY attempt`,
      { params: { ...params, companyId: company.id } },
    )
    for (const { attempt, held } of rows)
      counts.set(Number(attempt), (counts.get(Number(attempt)) ?? 0) + Number(held))
    return counts
  }

  for (const table of tables) {
    const where = meeting(table)
    const lines = await countsOf(
      `SELECT import_id, line_no ${ofAttempts(table, '{live:Array(UInt64)}')} AND ${where}`,
      { live: all, changed },
    )
    const parts = Math.ceil([...lines.values()].reduce((sum, held) => sum + held, 0) / ROWS_AT_ONCE)
    // The engine chooses among them in memory, so that of many only a part is looked at at once.
    const keptOf = async (live: number[], at: ReadingMoments) => {
      const counts = new Map<number, number>()
      for (let part = 0; part < parts; part++) {
        const scope: FactScope = {
          where: `${where} AND cityHash64(${cutBy(table)}) % {parts:UInt32} = {part:UInt32}`,
          params: { changed, parts, part },
        }
        const withLive = { ...context, live, moments: at }
        await countsOf(countingRows(table, scope, withLive), new Derivation(scope, withLive).params, counts)
      }
      return counts
    }
    const holders = [...lines.keys()]
    const amongFacts = (live: number[]) => live.filter((attempt) => holders.includes(attempt))
    const asked = new Map<string, ReturnType<typeof keptOf>>()
    const kept = (live: number[], at: ReadingMoments = moments) => {
      if (amongFacts(live).length === 0) return new Map<number, number>()
      const key = `${at === moments} ${live.join()}`
      const counts = asked.get(key) ?? keptOf(live, at)
      asked.set(key, counts)
      return counts
    }
    const [keptBefore, keptAfter] = await Promise.all([kept(before, momentsBefore), kept(after)])
    // What counts for want of a settlement report gives way to one; the rest gives way to its like.
    const isLine = table === 'settlement_lines'
    const [aloneBefore, aloneAfter] = isLine
      ? await Promise.all([kept(amongFacts(before)), kept(amongFacts(after))])
      : [keptBefore, keptAfter]
    for (const [attempt, held] of lines) {
      const was = { kept: keptBefore.get(attempt) ?? 0, alone: aloneBefore.get(attempt) ?? 0 }
      const is = { kept: keptAfter.get(attempt) ?? 0, alone: aloneAfter.get(attempt) ?? 0 }
      if (attempt === changed && !stays) {
        result.known += held - is.alone
        result.inactive += is.alone - is.kept
        continue
      }
      const difference = {
        attempt,
        kept: is.kept - was.kept,
        known: was.alone - is.alone,
        inactive: is.alone - is.kept - (was.alone - was.kept),
      }
      if (difference.kept || difference.known || difference.inactive) result.others.push(difference)
    }
  }
  return result
}

const ofAttempts = (table: FactTable, attempts: string) =>
  `FROM ${table} WHERE company_id = {companyId:String} AND import_id IN ${attempts} AND problem = ''`

const cutBy = (table: FactTable): string => CUT_BY[table] ?? meetBy(table)
const meetBy = (table: FactTable): string => MEET_BY[table] ?? 'order_id'

/** Facts beside settlement reports give way to those of their order, and without an order to those of their period. */
const meeting = (table: FactTable): string => {
  const key = meetBy(table)
  const isMet = `${key} IN (SELECT ${key} ${ofAttempts(table, '[{changed:UInt64}]')})`
  return MEET_BY[table] ? isMet : `NOT ${OF_REPORTS} AND (order_id = '' OR ${isMet})`
}

async function tablesMet(
  { analytics, company }: JournalWriter,
  changed: number,
  others: number[],
  { touched, tablesOfOthers, holdings }: Pick<Coming, 'touched' | 'tablesOfOthers' | 'holdings'>,
): Promise<FactTable[]> {
  const first = (table: FactTable, attempts: string) =>
    `SELECT '${table}' AS t FROM (SELECT 1 ${ofAttempts(table, attempts)} AND ${meeting(table)} LIMIT 1)`
  const met = [...touched]
    .filter((table) => MEET_BY[table] && tablesOfOthers.has(table))
    .map((table) => first(table, '{others:Array(UInt64)}'))
  if (mayMeetSettlements(touched) && !holdings.lines.every(isOfReports))
    met.push(first('settlement_lines', 'arrayConcat({others:Array(UInt64)}, [{changed:UInt64}])'))
  if (others.length === 0 || met.length === 0) return []
  const found = await analytics.rows<{ t: FactTable }>(met.join('\nUNION ALL\n'), {
    params: { companyId: company.id, changed, others },
  })
  return found.map(({ t }) => t)
}
