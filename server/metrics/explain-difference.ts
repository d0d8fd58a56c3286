import { parseDecimal, toText, type Decimal } from '#contract/decimal.ts'
import type { DifferenceExplanation, ExplainDifferenceInput } from '#contract/explain.ts'
import { namesIn, takesAway } from '#contract/metrics/evaluate.ts'
import { PNL_BASES } from '#contract/profit-and-loss.ts'
import type { Company } from '#server/accounts/index.ts'
import type { Services } from '#server/ledger/services.ts'
import { uncompared } from './answer.ts'
import { readLedger, readOrderDifferences } from './facts/ledger.ts'
import { againstTransactions } from './statement.ts'

/** How a number by order differs from the same by transaction, and the orders that make the difference. */
export async function explainDifference(
  services: Services,
  company: Company,
  { metricId: id, limit, offset, ...input }: ExplainDifferenceInput,
  signal: AbortSignal | undefined,
): Promise<DifferenceExplanation> {
  const period = { start: input.startDate, end: input.endDate }
  const lines = namesIn('ledger', [id])
  const taken = lines.filter((line) => takesAway(id, `ledger.${line}`))
  const [found, ...both] = await Promise.all([
    readOrderDifferences(services, company, input, { period, lines, taken, limit, offset }, signal),
    ...PNL_BASES.map(async (basis) =>
      (await readLedger(services, company, { ...input, basis }, [uncompared(period)], signal)).in(period),
    ),
  ])
  const [posted, ordered] = both
  const { value, difference } = againstTransactions(ordered!, posted!, id)
  // What cancels in the whole may be unknown of an order.
  if (value === null || difference === null || found.orders.some(({ lacksRates }) => lacksRates))
    return { whole: null, orders: [], orderCount: 0 }
  const byTransaction = parseDecimal(value)
  return {
    whole: differenceOf(byTransaction + parseDecimal(difference), byTransaction),
    orders: found.orders.map(({ orderId, byOrder, byTransaction: itsPosted, ...days }) => ({
      orderId,
      ...differenceOf(byOrder, itsPosted),
      ordered: days.ordered,
      posted: days.posted,
    })),
    orderCount: found.orderCount,
  }
}

const differenceOf = (byOrder: Decimal, byTransaction: Decimal) => ({
  byOrder: toText(byOrder),
  byTransaction: toText(byTransaction),
  difference: toText(byOrder - byTransaction),
})
