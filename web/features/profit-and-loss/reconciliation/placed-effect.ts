import { parseDecimal, toText, ZERO, type Decimal } from '#contract/decimal.ts'
import type { Move } from '#contract/line-mappings.ts'
import { leavesOf } from '#contract/metrics/evaluate.ts'
import { exactText } from '#web/ui/numbers.ts'

const IN_PROFIT: ReadonlySet<string> = new Set(leavesOf('netProfit'))

/** What moves change in how many months, and by how much net profit: `Changes 3 months: −12.40 EUR net profit`. */
export function effectText(moves: readonly Move[]): string {
  const months = new Set(moves.map(({ month }) => month)).size
  const changes = new Map<string, Decimal>()
  for (const { from, to, amount, currency } of moves) {
    const sign = BigInt(Number(IN_PROFIT.has(to)) - Number(IN_PROFIT.has(from)))
    changes.set(currency, (changes.get(currency) ?? ZERO) + sign * parseDecimal(amount))
  }
  const said = [...changes].flatMap(([currency, change]) =>
    change === ZERO
      ? []
      : [`${change > ZERO ? '+' : ''}${exactText(toText(change, 9), currency)} ${currency}`],
  )
  const head = `Changes ${months} ${months === 1 ? 'month' : 'months'}`
  return said.length === 0 ? `${head}: no change to net profit` : `${head}: ${said.join(', ')} net profit`
}
