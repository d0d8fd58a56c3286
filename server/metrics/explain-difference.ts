import { parseDecimal, toText, type Decimal } from '#contract/decimal.ts'
import type { DateRange } from '#contract/date-range.ts'
import type { Difference, DifferenceExplanation, ExplainDifferenceInput } from '#contract/explain.ts'
import { namesIn, takesAway } from '#contract/metrics/evaluate.ts'
import { isSettled } from '#contract/periods.ts'
import { PNL_BASES } from '#contract/profit-and-loss.ts'
import type { Company } from '#server/accounts/index.ts'
import type { OfProducts } from '#server/ledger/products/catalogue.ts'
import { today, type Services } from '#server/ledger/services.ts'
import { uncompared } from './answer.ts'
import { readLedger, readOrderDifferences } from './facts/ledger.ts'
import { againstTransactions } from './statement.ts'

/** How a number by order differs from the same by transaction, and the orders that make the difference. */
export async function explainDifference(
  services: Services,
  company: Company,
  input: OfProducts<ExplainDifferenceInput>,
  signal: AbortSignal | undefined,
): Promise<DifferenceExplanation> {
  const { metricId: id, limit, offset, ...scope } = input
  const period = { start: input.startDate, end: input.endDate }
  if (!isSettled(period, today(services))) return NOT_COMPARED
  const lines = namesIn('ledger', [id])
  const taken = lines.filter((line) => takesAway(id, `ledger.${line}`))
  const [whole, found] = await Promise.all([
    wholeDifference(services, company, input, period, signal),
    readOrderDifferences(services, company, scope, { period, lines, taken, limit, offset }, signal),
  ])
  // Of days that are not wholly covered, what an order lacks on one side is unknown, and not nothing.
  if (whole === null) return NOT_COMPARED
  return {
    whole,
    orders: found.orders.map((order) => ({
      orderId: order.orderId,
      // What cancels in the whole may be unknown of an order.
      difference: order.lacksRates ? null : differenceOf(order.byOrder, order.byTransaction),
      ordered: order.ordered,
      posted: order.posted,
    })),
    orderCount: found.orderCount,
  }
}

const NOT_COMPARED: DifferenceExplanation = { whole: null, orders: [], orderCount: 0 }

async function wholeDifference(
  services: Services,
  company: Company,
  { metricId, ...scope }: OfProducts<ExplainDifferenceInput>,
  period: DateRange,
  signal: AbortSignal | undefined,
): Promise<Difference | null> {
  const [posted, ordered] = await Promise.all(
    PNL_BASES.map(async (basis) =>
      (await readLedger(services, company, { ...scope, basis }, [uncompared(period)], signal)).in(period),
    ),
  )
  const { value, difference } = againstTransactions(ordered!, posted!, ({ figure }) => figure(metricId))
  if (value === null || difference === null) return null
  return differenceOf(parseDecimal(value) + parseDecimal(difference), parseDecimal(value))
}

const differenceOf = (byOrder: Decimal, byTransaction: Decimal): Difference => ({
  byOrder: toText(byOrder),
  byTransaction: toText(byTransaction),
  difference: toText(byOrder - byTransaction),
})
