import { formatter, wholeText } from './numbers.ts'

const tenthsText = formatter({ minimumFractionDigits: 1, maximumFractionDigits: 1 })

/**
 * Numbers in as few signs as tell them apart, all in the unit of the largest: among thousands 10,123 is `10.1`. Where one stands
 * alone its unit, `k` or `m`, stands behind it.
 */
export function shortNumbers(largest: number): { text: (value: number) => string; unit: string } {
  const [size, unit] = largest >= 1_000_000 ? [1_000_000, 'm'] : largest >= 1_000 ? [1_000, 'k'] : [1, '']
  const isWhole = size === 1 || largest >= 100 * size
  return { text: (value) => (isWhole ? wholeText : tenthsText)(value / size), unit }
}
