/** What is said of a month in progress over a chart of months. */
import type { ForecastMonths } from '#contract/metrics/forecast.ts'
import { moneyText } from '#web/ui/numbers.ts'

/** What it will probably come to; undefined where nobody knows. */
export function projectionText(
  months: ForecastMonths['months'],
  currencyCode: string,
  monthName: (startDate: string) => string,
): string | undefined {
  const month = months.find(({ kind }) => kind === 'PROJECTED')
  if (!month || month.value === null) return undefined
  const text = `${monthName(month.startDate)} projected at ${moneyText(month.value, currencyCode)}`
  return month.isPart ? `${text}, of some marketplaces no more than was reported` : text
}
