import { json } from '../http.ts'
import type { World } from '../world.ts'
import { invalidInput } from './errors.ts'
import { listIn, marketplacesOf, momentIn, type Call, type Operation } from './operation.ts'

const PAGE_SIZE = 50
const SKUS_MAX = 50
const TOKEN_MS = 30_000

interface NextPage {
  owner: string
  offset: number
  expiresAt: number
}

export const inventoryOperations = (world: World): readonly Operation[] => [
  {
    name: 'getInventorySummaries',
    method: 'GET',
    path: /^\/fba\/inventory\/v1\/summaries$/,
    rate: { perSecond: 2, burst: 2 },
    answer: (call) => json(200, summaries(call, world)),
  },
]

function summaries(call: Call, world: World): object {
  const { query } = call.asked
  const now = world.now()
  const granularityId = query.get('granularityId')
  const [marketplace] = marketplacesOf(listIn(query, 'marketplaceIds', 1), call.account)
  if (
    query.get('granularityType') !== 'Marketplace' ||
    !marketplace ||
    granularityId !== marketplace.amazonId
  )
    throw invalidInput(
      'granularityType has to be Marketplace; granularityId and marketplaceIds name the same one.',
    )
  momentIn(query, 'startDateTime')
  const skus = listIn(query, 'sellerSkus', SKUS_MAX)
  const offset = offsetOf(call, granularityId, world)
  const all = stockOf(call, marketplace.code, now)
    .filter((row) => skus.length === 0 || skus.includes(row['sku'] ?? ''))
    .map((row) => summary(row, now, query.get('details') === 'true'))
  const owner = ownerOf(call, granularityId)
  const next: NextPage = { owner, offset: offset + PAGE_SIZE, expiresAt: now.getTime() + TOKEN_MS }
  return {
    payload: {
      granularity: { granularityType: 'Marketplace', granularityId },
      inventorySummaries: all.slice(offset, offset + PAGE_SIZE),
    },
    ...(next.offset < all.length && { pagination: { nextToken: world.seal.write('stock', next) } }),
  }
}

const ownerOf = ({ seller, account, clientId }: Call, granularityId: string): string =>
  [seller.id, account.region, clientId, granularityId].join(' ')

function offsetOf(call: Call, granularityId: string, world: World): number {
  const token = call.asked.query.get('nextToken')
  if (token === null) return 0
  const next = world.seal.read<NextPage>('stock', token)
  if (next?.owner !== ownerOf(call, granularityId) || next.expiresAt <= world.now().getTime())
    throw invalidInput('Invalid or expired nextToken.')
  return next.offset
}

/** As the report of the same stock states it, so that both agree. */
function stockOf({ seller, account }: Call, marketplace: string, now: Date): Record<string, string>[] {
  const answer = seller.report(
    {
      region: account.region,
      reportType: 'GET_FBA_MYI_UNSUPPRESSED_INVENTORY_DATA',
      marketplaces: [marketplace],
      start: now,
      end: now,
      options: {},
    },
    now,
  )
  if (answer.kind !== 'DONE') return []
  const [head = '', ...lines] = answer.content.split(/\r?\n/).filter(Boolean)
  const names = head.split('\t')
  return lines.map((line) => {
    const cells = line.split('\t')
    return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']))
  })
}

function summary(row: Record<string, string>, now: Date, isDetailed: boolean): object {
  const count = (name: string) => Number(row[`afn-${name}-quantity`] || 0)
  return {
    asin: row['asin'],
    fnSku: row['fnsku'],
    sellerSku: row['sku'],
    condition: `${row['condition'] || 'New'}Item`,
    productName: row['product-name'],
    lastUpdatedTime: now.toISOString(),
    totalQuantity: count('total'),
    ...(isDetailed && {
      inventoryDetails: {
        fulfillableQuantity: count('fulfillable'),
        inboundWorkingQuantity: count('inbound-working'),
        inboundShippedQuantity: count('inbound-shipped'),
        inboundReceivingQuantity: count('inbound-receiving'),
        reservedQuantity: { totalReservedQuantity: count('reserved') },
        researchingQuantity: { totalResearchingQuantity: count('researching') },
        unfulfillableQuantity: { totalUnfulfillableQuantity: count('unsellable') },
      },
    }),
  }
}
