import { volumeOf, type LandedPart, type Package } from '#contract/dashboards/product-master.ts'
import { ZERO, multiply, parseDecimal, toText, type Decimal } from '#contract/decimal.ts'
import type {
  HeldCost,
  LandedCost,
  ProductMaster,
  ProductMasterInput,
  ProductMasterRow,
} from '#contract/product-master.ts'
import type { z } from 'zod'
import { costsChangedAt, handedInAt, type Company } from '#server/accounts/index.ts'
import { factorsOn } from '#server/ledger/currencies/conversion.ts'
import { packageOf } from '#server/ledger/products/packages.ts'
import { enteredOf } from '#server/ledger/products/product-attributes.ts'
import { today, type Services } from '#server/ledger/services.ts'
import { knownProducts, type KnownProduct } from './known-products.ts'

type Question = Omit<z.output<typeof ProductMasterInput>, 'companyId'>
type Entered = Awaited<ReturnType<typeof enteredOf>>
type Factor = Awaited<ReturnType<typeof factorsOn>>
type Cost = KnownProduct['costs'][number]

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

/** The products of a company, with what files and people say of them; `isPast` of a company as it was. */
export async function listProducts(
  services: Services,
  company: Company,
  question: Question,
  { isPast, signal }: { isPast: boolean; signal: AbortSignal | undefined },
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
  // The same ones for every page, which are remembered.
  const currencies = new Set(products.flatMap(({ costs }) => costs.map(({ currency }) => currency)))
  const factor = await factorsOn(services, company, {
    to: question.currencyCode,
    currencies: [...currencies].toSorted(compared),
    day: now,
  })
  const page = inOrderOf(question, listed, factor).slice(from, from + question.pageSize)
  const changedAt = await changeOfCosts(services, company, page, { isPast })
  return {
    rows: page.map((one) => rowOf(one, factor, changedAt)),
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
  const isSeen = (place: string) => place === '' || isAsked(place)
  return products
    .filter(
      (product) =>
        (asked.skus.size === 0 || asked.skus.has(product.sku)) &&
        (asked.brands.size === 0 || asked.brands.has(product.brandName)) &&
        (asked.places.size === 0 || product.isEverywhere || product.marketplaces.some(isAsked)),
    )
    .map((product) => {
      const costs = product.costs.filter(({ marketplace }) => isSeen(marketplace))
      const holdsIn = (place: string) =>
        costs.some(({ marketplace }) => marketplace === '' || marketplace === place)
      const lacking = product.marketplaces.filter((place) => isAsked(place) && !holdsIn(place))
      const names = entered.get(product.sku)
      return {
        product,
        entered: names,
        shownName: names?.customName || product.name,
        package: packageOf(product, names),
        offers: product.offers.filter(([place]) => isSeen(place)),
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

/** What a product is put in order by; empty or null where it has none. */
type Place = string | Decimal | null

/** As it is shown; the first cost is the one that a row is about. */
const partOf =
  (of: LandedPart) =>
  ({ costs: [cost] }: Seen, factor: Factor): Place => {
    const amount = cost?.[of] ?? null
    const rate = cost ? factor(cost.currency) : null
    return amount !== null && rate !== null ? multiply(parseDecimal(amount), rate) : null
  }

const PLACE_BY: Record<Question['sortBy'], (one: Seen, factor: Factor) => Place> = {
  SKU: ({ product }) => product.sku,
  ASIN: ({ product }) => product.asin,
  BRAND: ({ product }) => product.brandName.toLowerCase(),
  CATEGORY: ({ entered }) => entered?.category.toLowerCase() ?? '',
  VALID_FROM: ({ costs }) => costs[0]?.validFrom ?? null,
  MANUFACTURING: partOf('manufacturing'),
  FREIGHT: partOf('freight'),
  DUTY: partOf('duty'),
  OTHER: partOf('other'),
  CURRENCY: ({ costs }) => costs[0]?.currency ?? null,
  NAME: ({ shownName }) => shownName.toLowerCase(),
  COST: ({ shownName }) => shownName.toLowerCase(),
}

const compared = <T extends string | bigint | boolean>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0)

const hasNone = (place: Place): boolean => place === null || place === ''

function inOrderOf({ sortBy, sortOrder }: Question, listed: readonly Seen[], factor: Factor): Seen[] {
  const turned = sortOrder === 'DESC' ? -1 : 1
  const byCost = (a: Seen, b: Seen) =>
    turned * compared(b.isWithoutCost, a.isWithoutCost) ||
    compared(b.product.unitsWithoutCost, a.product.unitsWithoutCost)
  return listed
    .map((one) => ({ one, place: PLACE_BY[sortBy](one, factor) }))
    .toSorted(
      (a, b) =>
        (sortBy === 'COST' ? byCost(a.one, b.one) : 0) ||
        // What has none stands behind what has one, in either direction.
        compared(hasNone(a.place), hasNone(b.place)) ||
        (sortBy === 'COST' ? 1 : turned) * compared(a.place!, b.place!) ||
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
  changedAt: (sku: string, cost: Cost) => Date | null,
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
    costs: costs.map(({ attempt, ...cost }): HeldCost => ({
      ...cost,
      converted: convertedCost(cost, factor(cost.currency)),
      changedAt: changedAt(product.sku, { attempt, ...cost })?.toISOString() ?? null,
    })),
    isWithoutCost,
    lacking,
    unitsWithoutCost: toText(product.unitsWithoutCost, 9),
  }
}

/** Of the costs of some products, when each was entered or last changed, or its file handed in. */
async function changeOfCosts(
  { accounts }: Services,
  company: Company,
  page: readonly Seen[],
  { isPast }: { isPast: boolean },
): Promise<(sku: string, cost: Cost) => Date | null> {
  const attempts = new Set(page.flatMap(({ costs }) => costs.map(({ attempt }) => attempt)))
  const files = await handedInAt(accounts, company, [...attempts])
  const entered = page.filter(({ costs }) => costs.some(({ attempt }) => !files.has(attempt)))
  const enteredAt = await costsChangedAt(
    accounts,
    company,
    // What stands entered now says nothing of when what stood then was.
    isPast ? [] : entered.map(({ product }) => product.sku),
  )
  return (sku, cost) => files.get(cost.attempt) ?? enteredAt({ sku, ...cost })
}

/** A cost at a rate; null where there is none. */
function convertedCost(
  { manufacturing, freight, duty, other, landed }: LandedCost,
  rate: ReturnType<Factor>,
): LandedCost | null {
  if (rate === null) return null
  const at = (amount: string | null) => amount && amountAt(amount, rate)
  return {
    manufacturing: at(manufacturing),
    freight: at(freight),
    duty: at(duty),
    other: at(other),
    landed: amountAt(landed, rate),
  }
}

/** An amount at a rate; null where there is none. */
export const convertedAt = (amount: string, rate: ReturnType<Factor>): string | null =>
  rate === null ? null : amountAt(amount, rate)

const amountAt = (amount: string, rate: Decimal): string => toText(multiply(parseDecimal(amount), rate), 9)
