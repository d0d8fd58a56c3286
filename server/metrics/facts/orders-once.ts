import type { Measure } from '#contract/metrics/metric.ts'
import { sql, type Sql } from '#server/analytics/index.ts'
import type { SHARED_ORDERS } from '#server/ledger/derivation/measures-journal.ts'
import { isByProduct } from './known-measures.ts'
import type { MeasuredQuestion } from './measured-answer.ts'

/*
 * An order of several products is one where they are asked together, as a selection, a brand or a parent. It is cancelled
 * where none of its products among them counts, and pending where one is (docs/decisions/0063).
 */

const ORDERS: ReadonlySet<Measure> = new Set(
  (['orders', 'cancelledOrders', 'pendingOrders'] satisfies (keyof typeof SHARED_ORDERS)[]).map(
    (name): Measure => `orders.${name}`,
  ),
)

/** Whether orders of several products are asked that may have some of them in common. */
export const asksOrdersTogether = ({
  measures,
  by,
  skus,
}: Pick<MeasuredQuestion, 'measures' | 'by' | 'skus'>): boolean =>
  measures.some((measure) => ORDERS.has(measure)) &&
  (by === 'parent' || (!isByProduct(by) && skus.length > 1))

const ARE_SHARED = sql`company_id = {companyId:String} AND fact = 'orders' AND level = 'PRODUCT'
      AND measure IN ('sharedOrders', 'sharedCancelledOrders', 'sharedPendingOrders')`
const ORDER = sql`account_id, day, marketplace, search_query`

/**
 * What sums over products count more often than once: `fewer` is a measure and how much less, below zero.
 *
 * @param scope days, places and products
 * @param group of a product, within which an order is one
 */
export const countedTwice = (scope: Sql, group: Sql): Sql => sql`
  SELECT day, marketplace, its_sku, arrayJoin(arrayFilter(one -> one.2 != 0, [
    ('orders', toInt64(counting > 0) - counting),
    ('cancelledOrders', toInt64(counting = 0 AND cancelled > 0) - cancelled),
    ('pendingOrders', toInt64(pending > 0) - pending)])) AS fewer
  FROM (
    SELECT day, marketplace, any(toString(sku)) AS its_sku, ${group} AS its_group,
      toInt64(sumIf(n, measure = 'sharedOrders')) AS counting, toInt64(sumIf(n, measure = 'sharedCancelledOrders')) AS cancelled,
      toInt64(sumIf(n, measure = 'sharedPendingOrders')) AS pending
    FROM measures
    WHERE ${ARE_SHARED} AND ${scope}
    GROUP BY ${ORDER}, its_group)`

/** The rows of products that are left out of a list of their orders: `(measure, line)`. */
export const listedTwice = (scope: Sql): Sql => sql`
  SELECT transform(toString(measure), ['sharedOrders', 'sharedCancelledOrders', 'sharedPendingOrders'], ['orders', 'cancelledOrders', 'pendingOrders'], ''), line
  FROM (
    SELECT measure, line, row_number() OVER (PARTITION BY ${ORDER}, measure ORDER BY line) AS nth,
      max(measure = 'sharedOrders') OVER (PARTITION BY ${ORDER}) AS counts
    FROM (
      SELECT ${ORDER}, measure, (import_id, line_no, part) AS line FROM measures
      WHERE ${ARE_SHARED} AND ${scope}
      GROUP BY ${ORDER}, measure, import_id, line_no, part
      HAVING sum(n) != 0))
  WHERE nth > 1 OR (measure = 'sharedCancelledOrders' AND counts)`
