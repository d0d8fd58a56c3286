import type { Marketplace } from '#contract/marketplaces.ts'
import type { SellerItem } from '../../seller.ts'
import { json, type Asked } from '../http.ts'
import { PICTURE_HOST } from '../addressing.ts'
import { PICTURE_SIZE } from '../pictures.ts'
import { invalidInput, notFound } from './errors.ts'
import { listIn, marketplacesOf, type Call, type Operation } from './operation.ts'

const IDENTIFIERS_MAX = 20
const INCLUDED = [
  'attributes',
  'classifications',
  'dimensions',
  'identifiers',
  'images',
  'productTypes',
  'relationships',
  'salesRanks',
  'summaries',
]

/** What is known of a product in a marketplace: one of the seller's, or what its variations have in common. */
interface CatalogEntry extends Omit<SellerItem, 'sku'> {
  childAsins: string[]
}

export const catalogOperations: readonly Operation[] = [
  {
    name: 'searchCatalogItems',
    method: 'GET',
    path: /^\/catalog\/2022-04-01\/items$/,
    rate: { perSecond: 2, burst: 2 },
    answer: (call) => {
      const marketplace = marketplaceIn(call)
      const found = searched(call, marketplace.code)
      return json(200, {
        numberOfResults: found.length,
        items: found.map((entry) => shown(entry, marketplace, includedIn(call), call.asked)),
      })
    },
  },
  {
    name: 'getCatalogItem',
    method: 'GET',
    path: /^\/catalog\/2022-04-01\/items\/([^/]+)$/,
    rate: { perSecond: 2, burst: 2 },
    answer: (call) => {
      const marketplace = marketplaceIn(call)
      const asin = call.parameters[0]!
      const entry = entriesOf(call, marketplace.code).get(asin)
      if (!entry)
        throw notFound(
          `Requested item '${asin.slice(0, 20)}' not found in marketplace ${marketplace.amazonId}.`,
        )
      return json(200, shown(entry, marketplace, includedIn(call), call.asked))
    },
  },
]

function marketplaceIn({ asked, account }: Call): Marketplace {
  const [marketplace] = marketplacesOf(listIn(asked.query, 'marketplaceIds', 1), account)
  if (!marketplace) throw invalidInput('marketplaceIds is needed.')
  return marketplace
}

function includedIn({ asked }: Call): string[] {
  const included = listIn(asked.query, 'includedData', INCLUDED.length)
  const unknown = included.find((one) => !INCLUDED.includes(one))
  if (unknown !== undefined) throw invalidInput(`Invalid includedData: ${unknown.slice(0, 50)}`)
  return included.length > 0 ? included : ['summaries']
}

function searched(call: Call, marketplace: string): CatalogEntry[] {
  const { query } = call.asked
  const identifiers = listIn(query, 'identifiers', IDENTIFIERS_MAX)
  if (identifiers.length === 0) throw invalidInput('identifiers is needed.')
  const entries = entriesOf(call, marketplace)
  const type = query.get('identifiersType')
  if (type !== 'ASIN' && type !== 'SKU') throw invalidInput('identifiersType has to be ASIN or SKU.')
  if (type === 'SKU' && query.get('sellerId') !== call.account.sellingPartnerId)
    throw invalidInput('sellerId is needed where identifiersType is SKU.')
  const asins =
    type === 'ASIN'
      ? identifiers
      : call.seller
          .items(marketplace)
          .filter(({ sku }) => identifiers.includes(sku))
          .map(({ asin }) => asin)
  return [...new Set(asins)].flatMap((asin) => entries.get(asin) ?? [])
}

function entriesOf({ seller }: Call, marketplace: string): Map<string, CatalogEntry> {
  const entries = new Map<string, CatalogEntry>()
  for (const item of seller.items(marketplace)) {
    entries.set(item.asin, { ...item, childAsins: [] })
    if (item.parentAsin === undefined) continue
    const parent = entries.get(item.parentAsin)
    if (parent) parent.childAsins.push(item.asin)
    else
      entries.set(item.parentAsin, {
        asin: item.parentAsin,
        title: item.title,
        brand: item.brand,
        childAsins: [item.asin],
      })
  }
  return entries
}

function shown(
  { asin, title, brand, parentAsin, childAsins }: CatalogEntry,
  { amazonId: marketplaceId }: Marketplace,
  included: readonly string[],
  asked: Asked,
): object {
  const isParent = childAsins.length > 0
  const relationships =
    parentAsin === undefined && !isParent
      ? []
      : [{ type: 'VARIATION', ...(isParent ? { childAsins } : { parentAsins: [parentAsin] }) }]
  const parts: Record<string, unknown> = {
    summaries: [
      {
        marketplaceId,
        brand,
        itemName: title,
        itemClassification: isParent ? 'VARIATION_PARENT' : 'BASE_PRODUCT',
        manufacturer: brand,
      },
    ],
    images: [{ marketplaceId, images: imagesOf(asin, asked) }],
    relationships: [{ marketplaceId, relationships }],
    attributes: {},
    classifications: [],
    dimensions: [],
    identifiers: [{ marketplaceId, identifiers: [] }],
    productTypes: [{ marketplaceId, productType: 'PRODUCT' }],
    salesRanks: [],
  }
  return { asin, ...Object.fromEntries(included.map((name) => [name, parts[name]])) }
}

const imagesOf = (asin: string, asked: Asked): object[] => [
  {
    variant: 'MAIN',
    link: `${asked.at(PICTURE_HOST)}/images/I/${encodeURIComponent(asin)}.png`,
    height: PICTURE_SIZE,
    width: PICTURE_SIZE,
  },
]
