import { parseDecimal, toText, type Decimal } from '#contract/decimal.ts'
import type { DifferenceExplanation, ExplainDifferenceInput, OrderDifference } from '#contract/explain.ts'
import { namesIn, takesAway } from '#contract/metrics/evaluate.ts'
import { PNL_BASES, type PnlBasis } from '#contract/profit-and-loss.ts'
import type { Company } from '#server/accounts/index.ts'
import { visibilityOf } from '#server/ledger/journal.ts'
import type { Services } from '#server/ledger/services.ts'
import { ledgerLinesOf } from '#server/ledger/shown-line.ts'
import { uncompared } from './answer.ts'
import { readLedger, readOrderDifferences } from './facts/ledger.ts'
import { orderDays } from './facts/order-differences.ts'
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
  const [posted, ordered] = await Promise.all(
    PNL_BASES.map(async (basis) =>
      (await readLedger(services, company, { ...input, basis }, [uncompared(period)], signal)).in(period),
    ),
  )
  const { value, difference } = againstTransactions(ordered!, posted!, id)
  if (value === null || difference === null) return NOT_COMPARED
  const taken = lines.filter((line) => takesAway(id, `ledger.${line}`))
  const asked = { period, lines, taken, limit, offset }
  const found = await readOrderDifferences(services, company, { ...input, basis: 'ORDER' }, asked, signal)
  const [first] = found
  // What cancels in the whole may be unknown of each order.
  if (first?.lacksRates) return NOT_COMPARED
  const byTransaction = parseDecimal(value)
  const byOrder = byTransaction + parseDecimal(difference)
  const daysOf = await daysOfOrders(services, company, lines, found, signal)
  return {
    whole: differenceOf(byOrder, byTransaction),
    orders: found.map((order) => ({
      orderId: order.orderId,
      ...differenceOf(order.byOrder, order.byTransaction),
      ordered: daysOf(order.orderId, 'ORDER'),
      posted: daysOf(order.orderId, 'TRANSACTION'),
    })),
    orderCount: first?.orderCount ?? 0,
    rest: differenceOf(byOrder - (first?.allByOrder ?? 0n), byTransaction - (first?.allByTransaction ?? 0n)),
  }
}

const NOT_COMPARED: DifferenceExplanation = { whole: null, orders: [], orderCount: 0, rest: null }

const differenceOf = (byOrder: Decimal, byTransaction: Decimal) => ({
  byOrder: toText(byOrder),
  byTransaction: toText(byTransaction),
  difference: toText(byOrder - byTransaction),
})

async function daysOfOrders(
  services: Services,
  company: Company,
  lines: readonly string[],
  orders: readonly Pick<OrderDifference, 'orderId'>[],
  signal: AbortSignal | undefined,
): Promise<(orderId: string, basis: PnlBasis) => OrderDifference['ordered']> {
  if (orders.length === 0) return () => null
  const found = await services.analytics.run(
    orderDays,
    company,
    {
      ...visibilityOf(company),
      orders: orders.map(({ orderId }) => orderId),
      ledgerLines: ledgerLinesOf(lines),
    },
    signal ? { signal } : {},
  )
  const known = new Map(
    found.map(({ orderId, basis, start, end }) => [`${basis} ${orderId}`, { start, end }]),
  )
  return (orderId, basis) => known.get(`${basis} ${orderId}`) ?? null
}
