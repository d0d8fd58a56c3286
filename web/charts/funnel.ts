/** The share of a market at each step towards a purchase, against the share at the first step, which is par. */
import { divide, parseDecimal, toText } from '#contract/decimal.ts'

export interface FunnelStep {
  id: string
  label: string
  /** How often it was taken with one's own products, and with all; decimal text, null where it is not known. */
  own: string | null
  market: string | null
  /** What this step is called as a share of the one before: "Click rate". */
  rateLabel?: string
}

export interface FunnelBar extends FunnelStep {
  /** 0.124 = 12.4 %; null where it is not known or the market has none. */
  share: number | null
  /** Its share less par; null at the first step. */
  toPar: number | null
  /** Of the step before; null at the first step. */
  rate: { own: number | null; market: number | null } | null
}

export interface FunnelBars {
  par: number | null
  bars: FunnelBar[]
  /** The step at which most of the share is lost; null where none loses any. */
  leak: string | null
}

export function funnelBars(steps: readonly FunnelStep[]): FunnelBars {
  const par = steps[0] ? quotient(steps[0].own, steps[0].market) : null
  const bars = steps.map((step, index): FunnelBar => {
    const before = steps[index - 1]
    const share = quotient(step.own, step.market)
    return {
      ...step,
      share,
      toPar: !before || share === null || par === null ? null : share - par,
      rate: before
        ? { own: quotient(step.own, before.own), market: quotient(step.market, before.market) }
        : null,
    }
  })
  return { par, bars, leak: leakOf(bars) }
}

function leakOf(bars: readonly FunnelBar[]): string | null {
  let [worst, leak]: [number, string | null] = [0, null]
  bars.forEach(({ id, share }, index) => {
    const before = bars[index - 1]?.share
    if (share === null || before == null || share - before >= worst) return
    worst = share - before
    leak = id
  })
  return leak
}

function quotient(part: string | null, whole: string | null): number | null {
  if (part === null || whole === null) return null
  const found = divide(parseDecimal(part), parseDecimal(whole))
  return found === null ? null : Number(toText(found))
}
