/** Settlements of one currency as rows, the newest first, with what is missing between them at its place. */
import { addDays, daysIn, type DateRange } from '#contract/date-range.ts'
import { parseDecimal, toText, ZERO } from '#contract/decimal.ts'
import type { ReconcileRow } from '#contract/imports.ts'
import { settlementKey } from '#contract/reconciliation.ts'

export type SettlementState = 'COMPLETE' | 'INCOMPLETE' | 'TOO_MUCH' | 'NO_TOTAL'

export interface SettlementRow {
  key: string
  kind: 'SETTLEMENT' | 'MISSING' | 'TOTAL'
  settlementId: string
  account: string
  startDate: string | null
  endDate: string | null
  /** What the file states; null where none of them does, or nothing is known. */
  deposit: string | null
  lines: number | null
  sum: string | null
  difference: string | null
  unmapped: string | null
  state: SettlementState | null
  /** No settlement covers the days before it. */
  hasGapBefore: boolean
}

/** Whether somebody has to look at it. */
export const isOpen = ({ kind, state, hasGapBefore }: SettlementRow): boolean =>
  kind === 'MISSING' || state === 'INCOMPLETE' || state === 'TOO_MUCH' || hasGapBefore

/** Currencies of settlements, those of most settlements first. */
export function currenciesOf(settlements: readonly Pick<ReconcileRow, 'currency'>[]): string[] {
  const counts = new Map<string, number>()
  for (const { currency } of settlements) counts.set(currency, (counts.get(currency) ?? 0) + 1)
  return [...counts].toSorted(([a, x], [b, y]) => y - x || a.localeCompare(b)).map(([currency]) => currency)
}

/** The settlements of a currency that touch a range, and the days between two of an account that none covers. */
export function settlementRows(
  settlements: readonly ReconcileRow[],
  { currency, range }: { currency: string; range: DateRange },
): SettlementRow[] {
  const ofCurrency = settlements.filter((one) => one.currency === currency)
  const rows = [...new Set(ofCurrency.map(({ account }) => account))].flatMap((account) =>
    rowsOfAccount(ofCurrency.filter((one) => one.account === account)),
  )
  return rows
    .filter(
      ({ startDate, endDate }) =>
        startDate === null || endDate === null || touches(range, startDate, endDate),
    )
    .toSorted(
      (a, b) =>
        (b.endDate ?? '').localeCompare(a.endDate ?? '') ||
        (b.startDate ?? '').localeCompare(a.startDate ?? '') ||
        a.key.localeCompare(b.key),
    )
}

const touches = (range: DateRange, start: string, end: string) => start <= range.end && end >= range.start

function rowsOfAccount(settlements: readonly ReconcileRow[]): SettlementRow[] {
  const ordered = settlements.toSorted((a, b) => (a.startDate ?? '').localeCompare(b.startDate ?? ''))
  const rows: SettlementRow[] = []
  let coveredTo: string | null = null
  for (const settlement of ordered) {
    const { account, startDate, endDate } = settlement
    // A settlement begins on the day on which the one before it ends.
    const hasGapBefore = coveredTo !== null && startDate !== null && startDate > addDays(coveredTo, 1)
    if (hasGapBefore)
      rows.push({
        ...EMPTY,
        key: `${account} ${coveredTo}`,
        kind: 'MISSING',
        account,
        startDate: addDays(coveredTo!, 1),
        endDate: addDays(startDate!, -1),
      })
    rows.push({
      key: settlementKey(settlement),
      kind: 'SETTLEMENT',
      settlementId: settlement.settlementId,
      account,
      startDate,
      endDate,
      deposit: settlement.total,
      lines: settlement.rows,
      sum: settlement.sum,
      difference: settlement.difference,
      unmapped: settlement.unmapped,
      state: settlement.state ?? (settlement.complete ? 'COMPLETE' : 'INCOMPLETE'),
      hasGapBefore,
    })
    if (endDate !== null && (coveredTo === null || endDate > coveredTo)) coveredTo = endDate
  }
  return rows
}

const EMPTY: Omit<SettlementRow, 'key' | 'kind'> = {
  settlementId: '',
  account: '',
  startDate: null,
  endDate: null,
  deposit: null,
  lines: null,
  sum: null,
  difference: null,
  unmapped: null,
  state: null,
  hasGapBefore: false,
}

/** What the settlements among the rows come to; those that state no total are in none of the sums but their own. */
export function totalRow(rows: readonly SettlementRow[], name = 'All settlements'): SettlementRow {
  const settlements = rows.filter(({ kind }) => kind === 'SETTLEMENT')
  const dates = settlements
    .flatMap(({ startDate, endDate }) => [startDate, endDate])
    .filter((day) => day !== null)
  const sorted = dates.toSorted()
  return {
    ...EMPTY,
    key: 'total',
    kind: 'TOTAL',
    settlementId: name,
    startDate: sorted[0] ?? null,
    endDate: sorted.at(-1) ?? null,
    deposit: sumOf(settlements.map(({ deposit }) => deposit)),
    lines: settlements.reduce((sum, { lines }) => sum + (lines ?? 0), 0),
    sum: sumOf(settlements.map(({ sum }) => sum)),
    difference: sumOf(settlements.map(({ difference }) => difference)),
    unmapped: sumOf(settlements.map(({ unmapped }) => unmapped)),
  }
}

/** Of those that are known; null where none is. */
function sumOf(amounts: readonly (string | null)[]): string | null {
  const known = amounts.filter((amount) => amount !== null)
  if (known.length === 0) return null
  return toText(known.reduce((sum, amount) => sum + parseDecimal(amount), ZERO))
}

/** Days that no settlement covers, between the first and the last of an account. */
export const missingDays = (rows: readonly SettlementRow[]): number =>
  rows
    .filter(({ kind }) => kind === 'MISSING')
    .reduce((sum, { startDate, endDate }) => sum + daysIn({ start: startDate!, end: endDate! }), 0)
