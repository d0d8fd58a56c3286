/** From one total over what changed it to another: each step hangs where the last one ended. Sums are exact. */
import { parseDecimal, toText, ZERO } from '#contract/decimal.ts'

export interface BridgeStep {
  id: string
  label: string
  /** What it adds, as decimal text; null where it is not known. */
  amount: string | null
  /** What it added in what is compared. */
  prior?: string | null
}

export interface BridgeTotal {
  label: string
  /** Null where it is not known. */
  amount: string | null
  prior?: string | null
}

export interface BridgeBar {
  id: string
  label: string
  kind: 'total' | 'step' | 'rest'
  amount: string | null
  prior: string | null | undefined
  /** Running sums as decimal text, between which the bar floats; null where there is no bar. */
  from: string | null
  to: string | null
}

const REST = 'rest'

/**
 * The bars of a bridge. What the steps do not explain of the difference is a step of its own, so that the bridge always
 * arrives; steps that are not known are in it.
 */
export function bridgeBars(
  start: BridgeTotal,
  steps: readonly BridgeStep[],
  end: BridgeTotal,
  restLabel: string,
): BridgeBar[] {
  const total = (id: string, { label, amount, prior }: BridgeTotal): BridgeBar => ({
    id,
    label,
    kind: 'total',
    amount,
    prior,
    from: amount === null ? null : '0',
    to: amount,
  })
  let sum = start.amount === null ? null : parseDecimal(start.amount)
  const floating = (bar: Omit<BridgeBar, 'from' | 'to'>): BridgeBar => {
    if (sum === null || bar.amount === null) return { ...bar, from: null, to: null }
    const from = sum
    sum += parseDecimal(bar.amount)
    return { ...bar, from: toText(from), to: toText(sum) }
  }
  const bars = [
    total('start', start),
    ...steps.map(({ id, label, amount, prior }) => floating({ id, label, kind: 'step', amount, prior })),
  ]
  const missing = sum === null || end.amount === null ? ZERO : parseDecimal(end.amount) - sum
  if (missing !== ZERO)
    bars.push(
      floating({ id: REST, label: restLabel, kind: 'rest', amount: toText(missing), prior: undefined }),
    )
  return [...bars, total('end', end)]
}
