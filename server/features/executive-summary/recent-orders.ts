import { RECENT_ORDERS } from '#contract/dashboards/executive-summary.ts'
import type { RealTimeInput, RecentOrders } from '#contract/executive-summary.ts'
import type { Company } from '#server/accounts/index.ts'
import { NO_IDENTITY, productsNamed } from '#server/ledger/products/products.ts'
import type { Services } from '#server/ledger/services.ts'
import { reachOf, readNow } from './now.ts'
import { readRecentOrders } from './order-clock.ts'

/** The newest orders, without anything of their buyers. */
export async function recentOrders(
  services: Services,
  company: Company,
  input: RealTimeInput,
  signal: AbortSignal | undefined,
): Promise<RecentOrders> {
  const now = await readNow(services, company, input, signal)
  const orders = await readRecentOrders(services, company, { scope: input, limit: RECENT_ORDERS }, signal)
  const names = await productsNamed(
    services,
    company,
    [...new Set(orders.flatMap(({ skus }) => skus[0] ?? []))],
    signal,
  )
  return {
    ...reachOf(now),
    orders: orders.map(({ boughtAt, day, marketplace, skus: [first = '', ...more], ...order }) => ({
      orderedAt: boughtAt === null ? null : new Date(boughtAt * 1000).toISOString(),
      date: day,
      marketplace,
      product: names.get(first) ?? { ...NO_IDENTITY, sku: first },
      products: 1 + more.length,
      ...order,
    })),
  }
}
