import { divide, parseDecimal, ZERO, type Decimal } from '../decimal.ts'

/** What a unit of a currency was worth in dollars on a day, and the day for which that was published. */
export interface RateOn {
  currency: string
  day: string
  rateDate: string
  usd: string
}

/**
 * What a unit of each currency comes to in `to`, on the average of a period: the plain mean of the factors of the days for
 * which rates of both were published, each day as often as any other. Where the period has no such day, as a weekend, of
 * all days with a rate in force. Null where there is none. `rates` are those of the period, in force by the company's policy.
 */
export function averageFactors(
  rates: readonly RateOn[],
  to: string,
  currencies: readonly string[],
): Map<string, Decimal | null> {
  const byCurrency = new Map<string, Map<string, RateOn>>()
  for (const rate of rates) {
    const days = byCurrency.get(rate.currency) ?? new Map<string, RateOn>()
    byCurrency.set(rate.currency, days)
    days.set(rate.day, rate)
  }
  const targets = byCurrency.get(to) ?? new Map<string, RateOn>()
  return new Map(
    currencies.map((currency) => {
      const days = [...(byCurrency.get(currency) ?? [])].flatMap(([day, rate]) => {
        const target = targets.get(day)
        const factor = target && divide(parseDecimal(rate.usd), parseDecimal(target.usd))
        if (!target || factor == null) return []
        return [{ factor, isPublished: rate.rateDate === day && target.rateDate === day }]
      })
      const published = days.filter(({ isPublished }) => isPublished)
      return [currency, meanOf((published.length > 0 ? published : days).map(({ factor }) => factor))]
    }),
  )
}

const meanOf = (factors: readonly Decimal[]): Decimal | null =>
  factors.length === 0 ? null : factors.reduce((sum, one) => sum + one, ZERO) / BigInt(factors.length)

/**
 * How much of a change is exchange rates, and how much is not; both add up to it. `atFormerRates` is what the amounts of the
 * period come to at the average rates of the comparison.
 */
export const currencyBridge = ({
  value,
  previous,
  atFormerRates,
}: Record<'value' | 'previous' | 'atFormerRates', Decimal>): { rates: Decimal; others: Decimal } => ({
  rates: value - atFormerRates,
  others: atFormerRates - previous,
})
