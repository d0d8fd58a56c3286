import type { MetricCell } from '#contract/answer.ts'
import { earlier, later, type DateRange } from '#contract/date-range.ts'
import type { SettlementResult } from '#contract/imports.ts'
import type { NextRelease, PnlCoverage, PnlFlags, PnlRow } from '#contract/profit-and-loss.ts'
import { missingNotes } from '#web/dashboard/missing-days.ts'
import { flagNotes, type FlagNote } from '#web/explain/flag-notes.ts'
import { unconvertedText } from '#web/explain/lacks.ts'
import { dayText } from '#web/ui/dates.ts'
import { countText, exactText, percentText } from '#web/ui/numbers.ts'
import { leftOutOf } from './pnl-rows.ts'
import type { PnlView } from './pnl-view.ts'

/**
 * What a reader must know about the numbers of the range: the flags of its periods together.
 * @param awaited what days are whose file cannot be there yet
 */
export function notesOf(answer: readonly PnlRow[], yesterday: string, awaited?: string): FlagNote[] {
  const buckets = answer.filter(({ column }) => column === 'bucket')
  const first = buckets[0]
  if (!first) return []
  const lacks = new Set(buckets.flatMap(({ lines }) => lines.netProfit.lacks ?? []))
  const [firstMissing, ...moreMissing] = missingNotes(coveragesOf(buckets), yesterday, awaited)
  const notes = [
    // Where there is room for few, each kind of warning has its first.
    ...(firstMissing ? [firstMissing] : []),
    ...flagNotes(buckets.slice(1).reduce((sum, { flags }) => together(sum, flags), first.flags)),
    ...moreMissing,
    ...LEFT_OUT.filter(({ lack }) => lacks.has(lack)).map(({ text, report }): FlagNote => ({
      text,
      isWarning: false,
      ...(report && { act: { label: 'How to add it', leadsTo: 'GUIDE', report } }),
    })),
  ]
  const closed = buckets.filter(({ closedAt }) => closedAt !== undefined).length
  if (closed > 0)
    notes.push({
      text: `${countText(closed, 'closed period')}: later changes are not included`,
      isWarning: false,
    })
  if (buckets.every(({ feeVatAdjusted }) => feeVatAdjusted)) return notes
  return [...notes, { text: 'Fees as charged, including any VAT', isWarning: false }]
}

/** Sources of which nothing is in net profit, and what they come from. Advertising has a note of its own. */
const LEFT_OUT = [
  { lack: 'EXPENSES', text: 'Net profit is before operating expenses', report: 'facts_file' },
  { lack: 'STORAGE', text: 'Net profit is before storage, which Amazon bills by the month', report: null },
  {
    lack: 'PRICES',
    text: 'Net profit is before the price of some pending units, which is not known yet',
    report: null,
  },
  {
    lack: 'REFUNDS',
    text: 'Net profit is before refunds and promotion fees that are not in a settlement yet',
    report: null,
  },
  { lack: 'STOCK_LOSSES', text: 'Net profit is before lost and damaged stock', report: 'inventory_ledger' },
] as const

const SOURCES = ['REPORTS', 'BILLED', 'NONE'] as const

const together = (a: PnlFlags, b: PnlFlags): PnlFlags => ({
  unitsWithoutCost: a.unitsWithoutCost + b.unitsWithoutCost,
  lostUnitsWithoutCost: (a.lostUnitsWithoutCost ?? 0) + (b.lostUnitsWithoutCost ?? 0),
  unmappedLines: a.unmappedLines + b.unmappedLines,
  refundsWithoutQuantity: a.refundsWithoutQuantity + b.refundsWithoutQuantity,
  missingFxRates: a.missingFxRates + b.missingFxRates,
  ...ratesTogether([...(a.missingRates ?? []), ...(b.missingRates ?? [])]),
  ordersWithDefaultFees: (a.ordersWithDefaultFees ?? 0) + (b.ordersWithDefaultFees ?? 0),
  advertisingSource:
    SOURCES.find((source) => [a, b].some((flags) => flags.advertisingSource === source)) ?? 'NONE',
})

/** Days without a rate, one entry for each currency. */
function ratesTogether(rates: NonNullable<PnlFlags['missingRates']>): Pick<PnlFlags, 'missingRates'> {
  if (rates.length === 0) return {}
  const byCurrency = new Map<string, (typeof rates)[number]>()
  for (const rate of rates) {
    const known = byCurrency.get(rate.currency)
    byCurrency.set(rate.currency, {
      ...rate,
      startDate: earlier(known?.startDate ?? rate.startDate, rate.startDate),
      endDate: later(known?.endDate ?? rate.endDate, rate.endDate),
      days: (known?.days ?? 0) + rate.days,
    })
  }
  return { missingRates: [...byCurrency.values()] }
}

/** Of the periods of the range; summaries reach over other ranges. */
export const coveragesOf = (answer: readonly PnlRow[]): PnlCoverage[] =>
  answer.filter(({ column }) => column === 'bucket').map(({ coverage }) => coverage)

const STATES = [
  { state: 'TOO_MUCH', one: 'has too much', several: 'have too much', cure: 'See imports' },
  { state: 'INCOMPLETE', one: 'is incomplete', several: 'are incomplete', cure: 'Import the rest' },
] as const

/** Settlements of the range whose lines add up to something else than Amazon states. */
export function settlementNotes(settlements: readonly SettlementResult[], asked: DateRange): FlagNote[] {
  const touching = settlements.filter(
    ({ startDate, endDate }) =>
      (startDate === null || startDate <= asked.end) && (endDate === null || endDate >= asked.start),
  )
  return STATES.flatMap(({ state, one, several, cure }) => {
    const found = touching.filter((settlement) => settlement.state === state)
    const [first] = found
    if (!first) return []
    const { settlementId, difference, currency } = first
    const text =
      found.length > 1
        ? `${countText(found.length, 'settlement')} ${several}`
        : `Settlement ${settlementId} ${one}: its lines differ from Amazon's total by ${exactText(difference ?? '0', currency)} ${currency}`
    return [{ text, isWarning: true, act: { label: cure, leadsTo: 'IMPORT' } }]
  })
}

/** How much of the fees of orders was not charged yet: nothing is remarked where all were, or where nobody knows. */
export function estimateNotes(share: MetricCell | undefined, onExplain: () => void): FlagNote[] {
  if (!share?.value || Number(share.value) === 0) return []
  return [
    {
      text: `${percentText(Number(share.value))} of fees are for orders that are not settled yet`,
      isWarning: false,
      act: { label: 'See fees', onPress: onExplain },
    },
  ]
}

interface LeftOutActs {
  onOpen: () => void
  onShare: (isShared: boolean) => void
}

type LeftOutView = Pick<PnlView, 'currencyCode' | 'marketplaces' | 'sharesAccountAmounts'>

/** When Amazon releases something of what is held back, and how much; money without a rate makes no sum. */
export const nextReleaseText = ({ day, value }: NonNullable<NextRelease>, currencyCode: string): string =>
  `Next release on ${dayText(day)}${value === null ? '' : `: ${exactText(value, currencyCode)} ${currencyCode}`}.`

/** `−40.00 EUR`: what belongs to none of the selected marketplaces and products; null where that is nothing. */
export function leftOutText(answer: readonly PnlRow[], currencyCode: string): string | null {
  const leftOut = leftOutOf(answer)
  if (leftOut === null) return null
  return leftOut.value === null
    ? unconvertedText(leftOut)
    : `${exactText(leftOut.value, currencyCode)} ${currencyCode}`
}

/** SCOPE-1: amounts of an account that are not in the selection, or are in it as shares. */
export function leftOutNotes(
  answer: readonly PnlRow[],
  { currencyCode, marketplaces, sharesAccountAmounts }: LeftOutView,
  { onOpen, onShare }: LeftOutActs,
): FlagNote[] {
  const isShared = answer.some(({ lines }) => lines.netProfit.isShared)
  const amount = leftOutText(answer, currencyCode)
  const shared: FlagNote = {
    text: isShared
      ? 'Account-level amounts are shared by net sales'
      : 'Nothing here can be shared by net sales',
    isWarning: false,
    act: { label: 'Leave out', onPress: () => onShare(false) },
  }
  const leftOut: FlagNote = {
    text: `Not in this selection: account-level amounts of ${amount}`,
    isWarning: false,
    act: { label: 'See rows', onPress: onOpen },
    ...(marketplaces.length > 0 &&
      !sharesAccountAmounts && {
        otherAct: { label: 'Share by net sales', onPress: () => onShare(true) },
      }),
  }
  return [
    ...(sharesAccountAmounts && marketplaces.length > 0 ? [shared] : []),
    ...(amount === null ? [] : [leftOut]),
  ]
}
