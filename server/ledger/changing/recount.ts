import { groupedBy } from '#contract/grouped-by.ts'
import type { RecountedRows } from '#server/accounts/index.ts'
import { OF_REPORTS } from '#server/ledger/derivation/active-rows.ts'
import type { JournalWriter } from '#server/ledger/journal.ts'
import { mayMeetSettlements, recountFacts, type Coming } from './recount-facts.ts'
import { eachRowOnce } from '#server/ledger/derivation/row-identity.ts'
import type { Services } from '#server/ledger/services.ts'
import {
  greatest,
  isOfReports,
  ofImports,
  type SettlementHoldings,
} from '#server/ledger/settlements/settlement-holdings.ts'
import {
  notSuperseded,
  sourceName,
  supersededParams,
  supersededSources,
} from '#server/ledger/settlements/settlement-sources.ts'

/** Rows of an attempt that counted before a change and do not after it, by settlement. */
export interface StoppedRows {
  attempt: number
  settlementId: string
  source: string
  currency: string
  rows: number
  amount: string
}

export interface Recount {
  /** What differs in the counts of the attempts that were there before. */
  others: RecountedRows[]
  /** Of the attempt that came: lines that another one holds, and lines that do not count. */
  known: number
  inactive: number
  stopped: StoppedRows[]
}

const NOTHING: Recount = { others: [], known: 0, inactive: 0, stopped: [] }

/** Which rows count before and after an attempt came or went. */
export async function recount(services: Services, writer: JournalWriter, change: Coming): Promise<Recount> {
  const [lines, facts] = await Promise.all([
    recountSettlements(writer, change),
    recountFacts(services, writer, change),
  ])
  const others = new Map<number, RecountedRows>()
  for (const { attempt, ...difference } of [...lines.others, ...facts.others]) {
    const { kept, known, inactive } = others.get(attempt) ?? { kept: 0, known: 0, inactive: 0 }
    others.set(attempt, {
      attempt,
      kept: kept + difference.kept,
      known: known + difference.known,
      inactive: inactive + difference.inactive,
    })
  }
  return {
    others: [...others.values()],
    known: lines.known + facts.known,
    inactive: lines.inactive + facts.inactive,
    stopped: lines.stopped,
  }
}

/** The lines of settlement reports, in the settlements that the attempt shares with others and in no other one. */
async function recountSettlements(
  writer: JournalWriter,
  { before, after, changed, touched, holdings }: Coming,
): Promise<Recount> {
  const { analytics, company } = writer
  const others = before.filter((attempt) => attempt !== changed)
  if (others.length === 0 || !mayMeetSettlements(touched)) return NOTHING
  const shared = sharedSettlements(holdings, others, changed)
  if (shared.length === 0) return NOTHING
  const scope = {
    where: 'settlement_id IN {shared:Array(String)}',
    params: { shared: shared.map(({ id }) => id) },
  }
  const [supersededBefore, supersededAfter] = await Promise.all([
    supersededSources(writer, { live: before, holdings }, scope),
    supersededSources(writer, { live: after, holdings }, scope),
  ])
  const rowsOf = (
    attempts: string,
  ) => `company_id = {companyId:String} AND import_id IN {${attempts}:Array(UInt64)} AND problem = ''
    AND ${OF_REPORTS} AND ${scope.where}`
  const counting = (attempts: 'before' | 'after') =>
    eachRowOnce('import_id, line_no, part', `${rowsOf(attempts)} AND ${notSuperseded(attempts)}`, {
      hasLosses: shared.some((settlement) => settlement.hasLosses),
    })
  const lines = await analytics.rows<{
    attempt: string
    settlementId: string
    source: number
    currency: string
    keptBefore: string
    keptAfter: string
    inactiveBefore: string
    inactiveAfter: string
    lines: string
    stopped: string
    amount: string
  }>(
    `SELECT toString(import_id) AS attempt, settlement_id AS settlementId, source, any(money) AS currency, count() AS lines,
       countIf(was) AS keptBefore, countIf(is) AS keptAfter,
       countIf(NOT was AND (NOT couldBefore OR damaged)) AS inactiveBefore, countIf(NOT is AND (NOT couldAfter OR damaged)) AS inactiveAfter,
       countIf(was AND NOT is) AS stopped, toString(sum(stoppedAmount)) AS amount
     FROM (
       SELECT import_id, settlement_id, source, line_no, any(currency) AS money, max(counted) AS was, max(counts) AS is, max(lost) != 0 AS damaged,
         any(couldCountBefore) AS couldBefore, any(couldCountAfter) AS couldAfter, sumIf(toDecimal128(amount, 9), counted AND NOT counts) AS stoppedAmount
       FROM (
         SELECT import_id, account_id, settlement_id, source, line_no, part, currency, amount, lost,
           (import_id, line_no, part) IN (${counting('before')}) AS counted, (import_id, line_no, part) IN (${counting('after')}) AS counts,
           ${notSuperseded('before')} AS couldCountBefore, ${notSuperseded('after')} AS couldCountAfter
         FROM settlement_lines WHERE ${rowsOf('all')}
       )
       GROUP BY import_id, settlement_id, source, line_no
     )
     GROUP BY import_id, settlement_id, source ORDER BY import_id, settlement_id, source`,
    {
      params: {
        companyId: company.id,
        before,
        after,
        all: [...new Set([...before, ...after])],
        ...scope.params,
        ...supersededParams(supersededBefore, 'before'),
        ...supersededParams(supersededAfter, 'after'),
      },
    },
  )
  const result: Recount = { others: [], known: 0, inactive: 0, stopped: [] }
  const currencyOf = new Map(shared.map(({ id, currency }) => [id, currency]))
  for (const row of lines) {
    const attempt = Number(row.attempt)
    const kept = Number(row.keptAfter)
    const inactive = Number(row.inactiveAfter)
    const known = Number(row.lines) - kept - inactive
    if (attempt === changed) {
      result.known += known
      result.inactive += inactive
      continue
    }
    const knownBefore = Number(row.lines) - Number(row.keptBefore) - Number(row.inactiveBefore)
    const difference = {
      attempt,
      kept: kept - Number(row.keptBefore),
      known: known - knownBefore,
      inactive: inactive - Number(row.inactiveBefore),
    }
    if (difference.kept || difference.known || difference.inactive) result.others.push(difference)
    if (row.stopped !== '0')
      result.stopped.push({
        attempt,
        settlementId: row.settlementId,
        source: sourceName(row.source),
        currency: row.currency || currencyOf.get(row.settlementId)!,
        rows: Number(row.stopped),
        amount: row.amount,
      })
  }
  return result
}

/** The settlements in reports that the attempt holds or states, and of which others hold lines. */
function sharedSettlements(
  holdings: SettlementHoldings,
  others: readonly number[],
  changed: number,
): { id: string; hasLosses: boolean; currency: string }[] {
  const [theirs, its] = [ofImports(holdings, others), ofImports(holdings, [changed])]
  const withLosses = new Set(
    [...theirs.lines, ...its.lines].flatMap((line) =>
      isOfReports(line) && line.losses !== 0 ? [line.settlementId] : [],
    ),
  )
  const statedOf = groupedBy([...theirs.stated, ...its.stated], ({ settlementId }) => settlementId)
  const held = new Set(theirs.lines.filter(isOfReports).map(({ settlementId }) => settlementId))
  const touched = [...its.lines.filter(isOfReports), ...its.stated].map(({ settlementId }) => settlementId)
  return [...new Set(touched)]
    .filter((id) => held.has(id))
    .map((id) => ({
      id,
      hasLosses: withLosses.has(id),
      currency: greatest((statedOf.get(id) ?? []).map(({ currency }) => currency)) ?? '',
    }))
}
