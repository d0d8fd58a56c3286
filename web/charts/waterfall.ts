/** From a first amount through what is taken from it to what remains; each step hangs where the last one ended. */
import { divide, parseDecimal, toText } from '#contract/decimal.ts'
import type { ChartTone } from './chart-series.ts'

export interface LedgerStep {
  id: string
  label: string
  /** Decimal text; costs are below zero. Null where it is not known. */
  amount: string | null
  tone: ChartTone
}

export interface WaterfallRow {
  /** From and to, as parts of the width; null where the amount is not known. */
  from: number | null
  to: number | null
  /** Of what shares are of; null where that is not known, or not above zero. */
  share: number | null
}

export interface Waterfall {
  rows: WaterfallRow[]
  /** What all steps come to; null as soon as one of them is not known. */
  result: { amount: string | null; row: WaterfallRow }
  /** Where zero lies, as a part of the width. */
  zero: number
}

/** @param shareOf decimal text: what shares are of; by itself the first amount */
export function waterfall(steps: readonly LedgerStep[], shareOf = steps[0]?.amount ?? null): Waterfall {
  const amounts = steps.map(({ amount }) => (amount === null ? null : parseDecimal(amount)))
  const base = shareOf === null ? null : parseDecimal(shareOf)
  const sums = [0n]
  for (const amount of amounts) sums.push(sums.at(-1)! + (amount ?? 0n))
  const low = sums.reduce((a, b) => (b < a ? b : a))
  const high = sums.reduce((a, b) => (b > a ? b : a))
  const part = (value: bigint): number =>
    high === low ? 0 : Number(toText(divide(value - low, high - low) ?? 0n))
  const share = (amount: bigint | null): number | null => {
    const quotient = amount === null || base === null || base <= 0n ? null : divide(amount, base)
    return quotient === null ? null : Number(toText(quotient))
  }
  const rows = amounts.map((amount, index): WaterfallRow =>
    amount === null
      ? { from: null, to: null, share: null }
      : { from: part(sums[index]!), to: part(sums[index + 1]!), share: share(amount) },
  )
  const total = amounts.includes(null) ? null : sums.at(-1)!
  return {
    rows,
    result: {
      amount: total === null ? null : toText(total),
      row:
        total === null
          ? { from: null, to: null, share: null }
          : { from: part(0n), to: part(total), share: share(total) },
    },
    zero: part(0n),
  }
}
