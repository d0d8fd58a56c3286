import { groupedBy } from '#contract/grouped-by.ts'
import { parseDecimal, toText, ZERO } from '#contract/decimal.ts'
import { SOURCES, type SourceCode } from '#amazon/index.ts'
import type { SettlementResult } from '#contract/imports.ts'
import type { SellerAccount } from '#server/accounts/index.ts'
import type { Analytics } from '#server/analytics/index.ts'
import type { FactScope } from '#server/ledger/derivation/derive-context.ts'
import type { JournalWriter } from '#server/ledger/journal.ts'
import { statedDays } from '#server/ledger/derivation/local-days.ts'
import { eachRowOnce } from '#server/ledger/derivation/row-identity.ts'
import {
  greatest,
  ofImports,
  sumOf,
  type Holding,
  type SettlementHoldings,
  type StatedSettlement,
} from './settlement-holdings.ts'
import { LIVE_FACTS } from '#server/ledger/live-facts.ts'

/** What one source says of a settlement. */
export interface SettlementSource {
  accountId: string
  settlementId: string
  /** Its rank. */
  source: number
}

/** SQL: rows of sources that no other source of their settlement pushes aside. `of` tells several lists of them apart. */
export const notSuperseded = (of = '') => `(account_id, settlement_id, source) NOT IN (
  SELECT s.1, s.2, s.3 FROM (
    SELECT arrayJoin(arrayZip({supersededAccounts${of}:Array(String)}, {supersededSettlements${of}:Array(String)}, {supersededSources${of}:Array(UInt8)})) AS s))`

export const supersededParams = (superseded: readonly SettlementSource[], of = '') => ({
  [`supersededAccounts${of}`]: superseded.map(({ accountId }) => accountId),
  [`supersededSettlements${of}`]: superseded.map(({ settlementId }) => settlementId),
  [`supersededSources${of}`]: superseded.map(({ source }) => source),
})

/** The sources that do not count, of the settlements that a scope touches, or the orders in it where it looks back. */
export async function supersededSources(
  { analytics, company }: Pick<JournalWriter, 'analytics' | 'company'>,
  { live, holdings }: { live: number[]; holdings: SettlementHoldings },
  scope: FactScope,
  { looksBack = false } = {},
): Promise<SettlementSource[]> {
  const sources = new Map<string, { settlementId: string; held: Set<number> }>()
  for (const line of linesOfReports(ofImports(holdings, live))) {
    const key = settlementOf(line)
    const one = sources.get(key) ?? { settlementId: line.settlementId, held: new Set() }
    sources.set(key, one)
    one.held.add(line.source)
  }
  let shared = [...sources.values()]
    .filter(({ held }) => held.size > 1)
    .map(({ settlementId }) => settlementId)
  if (shared.length > 0 && scope.where !== '1') {
    const ofOrders = looksBack
      ? `OR order_id != '' AND order_id IN (SELECT order_id FROM settlement_lines WHERE ${LIVE_FACTS.text} AND (${scope.where}))`
      : ''
    const reached = await analytics.rows<{ id: string }>(
      `SELECT DISTINCT settlement_id AS id FROM settlement_lines
       WHERE ${LIVE_FACTS.text} AND settlement_id IN {shared:Array(String)} AND ((${scope.where}) ${ofOrders})`,
      { params: { ...scope.params, companyId: company.id, live, shared } },
    )
    shared = reached.map(({ id }) => id)
  }
  if (shared.length === 0) return []
  const sums = await settlementSums(analytics, company.id, { live, holdings, among: new Set(shared) })
  return sums.filter(({ isActive }) => !isActive)
}

const linesOfReports = ({ lines }: SettlementHoldings): Holding[] =>
  lines.filter(({ source }) => source > SOURCES.FACTS)

export interface SettlementSums extends SettlementSource {
  /** No other source of the settlement pushes this one aside. */
  isActive: boolean
  currency: string
  startAt: string | null
  endAt: string | null
  total: string | null
  sum: string
  rows: string
  /** Several files hold rows of it, and whether one of them adds up to the total by itself. */
  hasSeveralFiles: boolean
  hasWholeFile: boolean
}

/**
 * Every settlement that has an id, or those `among` these, by source: what it states and what its rows add up to, over all imports
 * that count, each row once.
 */
export async function settlementSums(
  analytics: Analytics,
  companyId: string,
  { live, holdings, among }: { live: number[]; holdings: SettlementHoldings; among?: ReadonlySet<string> },
): Promise<SettlementSums[]> {
  const counting = ofImports(holdings, live)
  const isAmong = ({ settlementId }: { settlementId: string }) =>
    settlementId !== '' && (among === undefined || among.has(settlementId))
  const sums = [...groupedBy(linesOfReports(counting).filter(isAmong), keyOf).values()].map((lines) => {
    const { accountId, settlementId, source } = lines[0]!
    return {
      accountId,
      settlementId,
      source,
      currency: greatest(lines.map(({ currency }) => currency))!,
      total: sumOf(lines.map(({ amount }) => amount)),
      rows: String(lines.reduce((count, { rows }) => count + rows, 0)),
      losses: lines.reduce((bits, { losses }) => bits | losses, 0),
      // The sum of each of its files.
      files: [...groupedBy(lines, ({ importId }) => importId).values()].map((of) =>
        sumOf(of.map(({ amount }) => amount)),
      ),
    }
  })
  const statedOf = groupedBy(counting.stated.filter(isAmong), keyOf)
  // Only where several files hold one settlement do equal rows have to be told apart.
  const shared = sums.filter((row) => row.files.length > 1)
  const exact =
    shared.length === 0
      ? []
      : await analytics.rows<SettlementSource & { total: string; rows: string }>(
          `SELECT account_id AS accountId, settlement_id AS settlementId, source, toString(sum(toDecimal128(amount, 9))) AS total, count() AS rows
           FROM (${eachRowOnce(
             'account_id, settlement_id, source, amount',
             `${LIVE_FACTS.text} AND source > ${SOURCES.FACTS} AND settlement_id IN {shared:Array(String)}`,
             { hasLosses: shared.some(({ losses }) => losses !== 0) },
           )})
           GROUP BY accountId, settlementId, source`,
          { params: { companyId, live, shared: shared.map((row) => row.settlementId) } },
        )
  const exactOf = new Map(exact.map((row) => [keyOf(row), row]))
  const all = sums.map((row) => {
    const { total: sum, rows: count } = exactOf.get(keyOf(row)) ?? row
    const states = statedOf.get(keyOf(row)) ?? []
    const total = greatestTotal(states)
    return {
      accountId: row.accountId,
      settlementId: row.settlementId,
      source: row.source,
      isActive: true,
      currency: greatest(states.map(({ currency }) => currency)) || row.currency,
      // Of a moment that lost its seconds and the same one whole, the whole one is later.
      startAt: greatest(states.map(({ startAt }) => startAt)),
      endAt: greatest(states.map(({ endAt }) => endAt)),
      total,
      sum,
      rows: count,
      hasSeveralFiles: row.files.length > 1,
      hasWholeFile: total !== null && row.files.some((file) => parseDecimal(file) === parseDecimal(total)),
    }
  })
  await chooseSources(analytics, { companyId, live }, all)
  return all.toSorted((a, b) =>
    `${a.startAt} ${a.settlementId}` < `${b.startAt} ${b.settlementId}` ? -1 : 1,
  )
}

function greatestTotal(stated: readonly StatedSettlement[]): string | null {
  const totals = stated.flatMap(({ total }) => (total === null ? [] : total))
  return totals.length === 0 ? null : totals.reduce((a, b) => (parseDecimal(b) > parseDecimal(a) ? b : a))
}

const settlementOf = ({ accountId, settlementId }: Omit<SettlementSource, 'source'>) =>
  `${accountId} ${settlementId}`
const keyOf = (row: SettlementSource) => `${settlementOf(row)} ${row.source}`

const isComplete = ({ total, sum }: SettlementSums) =>
  total !== null && parseDecimal(total) === parseDecimal(sum)

/**
 * Of each settlement one source counts: the best of those that reach their total. Where none does, the best one, unless
 * an export without a total holds every order and charge that it holds.
 */
async function chooseSources(
  analytics: Analytics,
  { companyId, live }: { companyId: string; live: number[] },
  all: SettlementSums[],
): Promise<void> {
  const undecided: SettlementSums[][] = []
  const choose = (sources: SettlementSums[], chosen: SettlementSums) => {
    for (const source of sources) source.isActive = source === chosen
  }
  const settlements = new Map<string, SettlementSums[]>()
  for (const row of all)
    settlements.set(settlementOf(row), [...(settlements.get(settlementOf(row)) ?? []), row])
  for (const sources of settlements.values()) {
    if (sources.length === 1) continue
    sources.sort((a, b) => b.source - a.source)
    const complete = sources.find(isComplete)
    if (complete) choose(sources, complete)
    else if (sources.slice(1).every(({ total }) => total !== null)) choose(sources, sources[0]!)
    else undecided.push(sources)
  }
  if (undecided.length === 0) return
  const held = await heldBy(analytics, companyId, live, undecided)
  for (const sources of undecided) {
    const [best, ...poorer] = sources as [SettlementSums, ...SettlementSums[]]
    const sets = held.get(settlementOf(best)) ?? []
    const holdsAllOf = (a: SettlementSums, b: SettlementSums) =>
      sets.every((set) => !set.includes(b.source) || set.includes(a.source))
    const export_ = poorer.find(
      (source) =>
        source.total === null &&
        holdsAllOf(source, best) &&
        // Without a total the better one may be whole itself; then only one that holds more is believed.
        (best.total !== null || !holdsAllOf(best, source)),
    )
    choose(sources, export_ ?? best)
  }
}

/** Which sources hold each order with its kind of transaction, and each charge without an order; every combination once. */
async function heldBy(
  analytics: Analytics,
  companyId: string,
  live: number[],
  undecided: readonly SettlementSums[][],
): Promise<Map<string, number[][]>> {
  const rows = await analytics.rows<SettlementSource & { sets: number[][] }>(
    `SELECT accountId, settlementId, groupUniqArray(sources) AS sets FROM (
       SELECT account_id AS accountId, settlement_id AS settlementId, order_id, if(order_id = '', m.line, m.canonical_type) AS what,
         arraySort(groupUniqArray(l.source)) AS sources
       FROM (
         SELECT account_id, settlement_id, order_id, source, triple FROM settlement_lines
         WHERE ${LIVE_FACTS.text} AND source > ${SOURCES.FACTS} AND amount != 0 AND settlement_id IN {undecided:Array(String)}
       ) AS l
       INNER JOIN (SELECT triple, line, canonical_type FROM ledger_mapping FINAL WHERE company_id = {companyId:String}) AS m ON l.triple = m.triple
       -- Transfers and reserves are no part of an export of transactions.
       WHERE order_id != '' OR NOT startsWith(m.line, 'memo')
       GROUP BY accountId, settlementId, order_id, what)
     GROUP BY accountId, settlementId`,
    { params: { companyId, live, undecided: undecided.map(([first]) => first!.settlementId) } },
  )
  return new Map(rows.map((row) => [settlementOf(row), row.sets]))
}

export const sourceName = (rank: number): string =>
  (Object.entries(SOURCES) as [SourceCode, number][]).find(([, r]) => r === rank)?.[0] ?? 'NONE'

export function settlementResult(row: SettlementSums, accounts: readonly SellerAccount[]): SettlementResult {
  const { startAt, endAt } = row
  const days = startAt && endAt ? statedDays({ ...row, start: startAt, end: endAt }, accounts) : undefined
  const difference = row.total === null ? null : parseDecimal(row.total) - parseDecimal(row.sum)
  return {
    settlementId: row.settlementId,
    source: sourceName(row.source),
    currency: row.currency,
    startDate: days?.start ?? null,
    endDate: days?.end ?? null,
    total: row.total,
    sum: row.sum,
    difference: difference === null ? null : toText(difference, 9),
    complete: difference === ZERO,
    state: stateOf(row, difference),
    active: row.isActive,
    rows: Number(row.rows),
  }
}

/**
 * Rows of several files that go beyond the total, or of which one file alone reaches it, are too many. One file that
 * goes beyond its own total lacks a charge.
 */
function stateOf(
  { total, hasSeveralFiles, hasWholeFile }: SettlementSums,
  difference: bigint | null,
): NonNullable<SettlementResult['state']> {
  if (difference === null || total === null) return 'NO_TOTAL'
  if (difference === ZERO) return 'COMPLETE'
  const stated = parseDecimal(total)
  const isBeyond = stated > ZERO ? difference < ZERO : stated < ZERO && difference > ZERO
  return hasWholeFile || (hasSeveralFiles && isBeyond) ? 'TOO_MUCH' : 'INCOMPLETE'
}
