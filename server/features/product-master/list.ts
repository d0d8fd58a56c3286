import { volumeOf, type Package } from '#contract/dashboards/product-master.ts'
import { ZERO, multiply, parseDecimal, toText } from '#contract/decimal.ts'
import type {
  HeldCost,
  ProductMaster,
  ProductMasterInput,
  ProductMasterRow,
} from '#contract/product-master.ts'
import type { z } from 'zod'
import type { Company } from '#server/accounts/index.ts'
import { factorsOn } from '#server/ledger/currencies/conversion.ts'
import { packageOf } from '#server/ledger/products/packages.ts'
import { enteredOf } from '#server/ledger/products/product-attributes.ts'
import { today, type Services } from '#server/ledger/services.ts'
import { knownProducts, type KnownProduct } from './known-products.ts'

type Question = Omit<z.output<typeof ProductMasterInput>, 'companyId'>
type Entered = Awaited<ReturnType<typeof enteredOf>>
type Factor = Awaited<ReturnType<typeof factorsOn>>

/** A product as a question about marketplaces sees it. */
interface Seen {
  product: KnownProduct
  entered: ReturnType<Entered['get']>
  shownName: string
  package: Package
  offers: KnownProduct['offers']
  costs: KnownProduct['costs']
  /** Where it is traded and nothing is known of its cost. */
  lacking: string[]
  isWithoutCost: boolean
}

/** The products of a company, with what files and people say of them. */
export async function listProducts(
  services: Services,
  company: Company,
  question: Question,
  signal: AbortSignal | undefined,
): Promise<ProductMaster> {
  const now = today(services)
  const [products, entered] = await Promise.all([
    knownProducts(services, company, now, signal),
    enteredOf(services, company),
  ])
  const all = seenBy(question, products, entered)
  const isFound = findsIn(question.searchText)
  const listed = all.filter((one) => isInPart(question.part, one) && isFound(one))
  const from = (question.pageNumber - 1) * question.pageSize
  const page = inOrderOf(question, listed).slice(from, from + question.pageSize)
  const factor = await factorsOn(services, company, {
    to: question.currencyCode,
    currencies: page.flatMap(({ costs }) => costs.map(([, , currency]) => currency)),
    day: now,
  })
  return {
    rows: page.map((one) => rowOf(one, factor)),
    total: listed.length,
    counts: countsOf(all),
    today: now,
    version: company.publishedVersion,
  }
}

/** Of these products, or of all where none are named, those of which neither files nor people say all three sides; by SKU. */
export async function skusWithoutSize(
  services: Services,
  company: Company,
  skus: readonly string[],
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const [products, entered] = await Promise.all([
    knownProducts(services, company, today(services), signal),
    enteredOf(services, company),
  ])
  const asked = new Set(skus)
  return products
    .filter((product) => asked.size === 0 || asked.has(product.sku))
    .filter((product) => packageOf(product, entered.get(product.sku)).size === null)
    .map(({ sku }) => sku)
    .toSorted()
}

/** Every product that the filters leave. */
function seenBy(
  { marketplaces, brandNames, skus }: Question,
  products: readonly KnownProduct[],
  entered: Entered,
): Seen[] {
  const asked = { places: new Set(marketplaces), brands: new Set(brandNames), skus: new Set(skus) }
  const isAsked = (place: string) => asked.places.size === 0 || asked.places.has(place)
  const inAsked = <T extends readonly [string, ...unknown[]]>(many: T[]): T[] =>
    asked.places.size === 0 ? many : many.filter(([place]) => place === '' || isAsked(place))
  return products
    .filter(
      (product) =>
        (asked.skus.size === 0 || asked.skus.has(product.sku)) &&
        (asked.brands.size === 0 || asked.brands.has(product.brandName)) &&
        (asked.places.size === 0 || product.isEverywhere || product.marketplaces.some(isAsked)),
    )
    .map((product) => {
      const costs = inAsked(product.costs)
      const holdsIn = (place: string) => costs.some(([held]) => held === '' || held === place)
      const lacking = product.marketplaces.filter((place) => isAsked(place) && !holdsIn(place))
      const names = entered.get(product.sku)
      return {
        product,
        entered: names,
        shownName: names?.customName || product.name,
        package: packageOf(product, names),
        offers: inAsked(product.offers),
        costs,
        lacking,
        isWithoutCost: costs.length === 0 || lacking.length > 0,
      }
    })
}

function isInPart(part: Question['part'], { product, package: { size }, isWithoutCost }: Seen): boolean {
  if (part === 'WITHOUT_COST') return isWithoutCost
  if (part === 'WITHOUT_BRAND') return product.brandName === ''
  if (part === 'WITHOUT_SIZE') return size === null
  return true
}

function findsIn(searchText: string): (one: Seen) => boolean {
  const searched = searchText.trim().toLowerCase()
  if (searched === '') return () => true
  return ({ product, entered }) =>
    [product.sku, product.asin, product.name, entered?.customName ?? ''].some((text) =>
      text.toLowerCase().includes(searched),
    )
}

/** What a product is put in order by; empty where it has none. */
const PLACE_BY: Record<Question['sortBy'], (one: Seen) => string> = {
  SKU: ({ product }) => product.sku,
  ASIN: ({ product }) => product.asin,
  BRAND: ({ product }) => product.brandName.toLowerCase(),
  CATEGORY: ({ entered }) => entered?.category.toLowerCase() ?? '',
  VALID_FROM: ({ costs }) => costs[0]?.[1] ?? '',
  NAME: ({ shownName }) => shownName.toLowerCase(),
  COST: ({ shownName }) => shownName.toLowerCase(),
}

const compared = <T extends string | bigint | boolean>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0)

function inOrderOf({ sortBy, sortOrder }: Question, listed: readonly Seen[]): Seen[] {
  const turned = sortOrder === 'DESC' ? -1 : 1
  const byCost = (a: Seen, b: Seen) =>
    turned * compared(b.isWithoutCost, a.isWithoutCost) ||
    compared(b.product.unitsWithoutCost, a.product.unitsWithoutCost)
  return listed
    .map((one) => ({ one, place: PLACE_BY[sortBy](one) }))
    .toSorted(
      (a, b) =>
        (sortBy === 'COST' ? byCost(a.one, b.one) : 0) ||
        // What has none stands behind what has one, in either direction.
        compared(a.place === '', b.place === '') ||
        (sortBy === 'COST' ? 1 : turned) * compared(a.place, b.place) ||
        compared(a.one.product.sku, b.one.product.sku),
    )
    .map(({ one }) => one)
}

function countsOf(all: readonly Seen[]): ProductMaster['counts'] {
  const count = (is: (one: Seen) => boolean) => all.reduce((n, one) => (is(one) ? n + 1 : n), 0)
  const active = count(isActive)
  return {
    all: all.length,
    active,
    inactive: count(({ offers }) => offers.length > 0) - active,
    withoutCost: count(({ isWithoutCost }) => isWithoutCost),
    soldWithoutCost: count(({ product }) => product.unitsWithoutCost > ZERO),
    unitsWithoutCost: toText(
      all.reduce((sum, { product }) => sum + product.unitsWithoutCost, ZERO),
      9,
    ),
    withoutBrand: count(({ product }) => product.brandName === ''),
    withoutSize: count(({ package: { size } }) => size === null),
  }
}

const isActive = ({ offers }: Seen): boolean => offers.some(([, status]) => status.toLowerCase() === 'active')

function rowOf(
  { product, entered, package: { size, weight }, offers, costs, lacking, isWithoutCost }: Seen,
  factor: Factor,
): ProductMasterRow {
  return {
    sku: product.sku,
    asin: product.asin,
    name: product.name,
    customName: entered?.customName ?? '',
    category: entered?.category ?? '',
    tags: entered?.tags ?? [],
    revision: entered?.revision ?? 0,
    brandName: product.brandName,
    parentAsin: product.parentAsin,
    hasPicture: product.hasPicture,
    marketplaces: product.marketplaces,
    listings: offers.map(([marketplace, status, price, currency, channel]) => ({
      marketplace,
      status,
      price: price || null,
      currency,
      channel,
    })),
    size: size && { ...size, volume: volumeOf(size) },
    weight,
    sizeTier: product.sizeTier,
    costs: costs.map(([marketplace, validFrom, currency, landed]): HeldCost => ({
      marketplace,
      validFrom,
      currency,
      landed,
      converted: convertedAt(landed, factor(currency)),
    })),
    isWithoutCost,
    lacking,
    unitsWithoutCost: toText(product.unitsWithoutCost, 9),
  }
}

/** An amount at a rate; null where there is none. */
export const convertedAt = (amount: string, rate: ReturnType<Factor>): string | null =>
  rate === null ? null : toText(multiply(parseDecimal(amount), rate), 9)
