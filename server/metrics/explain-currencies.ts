import { multiply, parseDecimal, toText, ZERO, type Decimal } from '#contract/decimal.ts'
import type { DateRange } from '#contract/date-range.ts'
import type { ChangeExplanation } from '#contract/explain.ts'
import { averageFactors, currencyBridge } from '#contract/metrics/currency-bridge.ts'
import {
  ALL_CONVERTED,
  changesAddUp,
  evaluator,
  isOfLedger,
  namesIn,
  NO_LACKS,
} from '#contract/metrics/evaluate.ts'
import { metricOf, type MetricId } from '#contract/metrics/metrics.ts'
import type { Company } from '#server/accounts/index.ts'
import { moneyOf } from '#server/ledger/currencies/company-money.ts'
import { ratesOfDays } from '#server/ledger/currencies/conversion.ts'
import type { Services } from '#server/ledger/services.ts'
import type { LedgerScope } from './facts/ledger.ts'
import { readLedgerCurrencies } from './facts/ledger-currencies.ts'

/** Whether a change of a metric can be told apart by exchange rates: of money that the lines of the ledger add up to. */
const isBridged = (id: MetricId): boolean =>
  metricOf(id).unit === 'money' &&
  isOfLedger(id) &&
  changesAddUp(id, 'line') &&
  changesAddUp(id, 'marketplace')

/**
 * How much of a change is exchange rates: what the amounts of the period come to at their own days' rates, less what they come
 * to at the average rates of the comparison (`averageFactors`). Amounts in the asked currency have no part in it. Null where
 * nothing is in another currency, or the metric is no such sum; without values where the comparison has no rate.
 */
export async function exchangeRatesIn(
  services: Services,
  company: Company,
  scope: LedgerScope,
  id: MetricId,
  {
    period,
    comparison,
    value,
    previous,
  }: Record<'period' | 'comparison', DateRange> & Record<'value' | 'previous', Decimal>,
  signal: AbortSignal | undefined,
): Promise<ChangeExplanation['exchangeRates']> {
  if (!isBridged(id)) return null
  const { currencies } = await moneyOf(services, company)
  const [sums, rates] = await Promise.all([
    readLedgerCurrencies(services, company, scope, { period, lines: namesIn('ledger', [id]) }, signal),
    ratesOfDays(
      services,
      company,
      {
        currencies: [...new Set([...currencies, scope.currencyCode])],
        from: comparison.start,
        to: comparison.end,
      },
      signal,
    ),
  ])
  const others = [
    ...new Set(
      sums.flatMap(({ currency }) => (currency === '' || currency === scope.currencyCode ? [] : [currency])),
    ),
  ]
  if (others.length === 0) return null
  const factors = averageFactors(rates, scope.currencyCode, others)
  const amounts = new Map<string, Decimal>()
  const unknown = new Set<string>()
  for (const { currency, line, amount } of sums) {
    const measure = `ledger.${line}`
    const isAsked = currency === '' || currency === scope.currencyCode
    const factor = factors.get(currency)
    if (!isAsked && factor == null && amount !== ZERO) unknown.add(measure)
    const converted = isAsked ? amount : multiply(amount, factor ?? ZERO)
    amounts.set(measure, (amounts.get(measure) ?? ZERO) + converted)
  }
  const atFormerRates = evaluator((measure) => ({
    value: unknown.has(measure) ? null : (amounts.get(measure) ?? ZERO),
    lacks: NO_LACKS,
    unconverted: ALL_CONVERTED,
    isShared: false,
  }))(id).value
  if (atFormerRates === null) return { rates: null, others: null }
  const { rates: ofRates } = currencyBridge({ value, previous, atFormerRates })
  const written = toText(ofRates)
  // As they are written, to the sixth digit, they add up too.
  return { rates: written, others: toText(parseDecimal(toText(value - previous)) - parseDecimal(written)) }
}
