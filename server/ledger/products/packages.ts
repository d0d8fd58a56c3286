import { z } from 'zod'
import { measureOf, type Package } from '#contract/dashboards/product-master.ts'
import { multiply, parseDecimal, type Decimal } from '#contract/decimal.ts'
import { liveVersions, type Company, type EnteredProduct } from '#server/accounts/index.ts'
import { defineQuery, sql, type Sql } from '#server/analytics/index.ts'
import { LIVE_FACTS } from '#server/ledger/live-facts.ts'
import type { Services } from '#server/ledger/services.ts'

/** What products measure: as somebody has typed it, else as Amazon's catalogue says it, else a fee preview, in centimetres and kilograms. */

/** Centimetres, and kilograms, in one of each unit that Amazon names. */
const CENTIMETRES: Record<string, string> = {
  millimeters: '0.1',
  centimeters: '1',
  decimeters: '10',
  meters: '100',
  inches: '2.54',
  feet: '30.48',
  yards: '91.44',
}
const KILOGRAMS: Record<string, string> = {
  milligrams: '0.000001',
  grams: '0.001',
  kilograms: '1',
  ounces: '0.028349523125',
  pounds: '0.45359237',
}

const factorsOf = (units: Record<string, string>): ReadonlyMap<string, Decimal> =>
  new Map(Object.entries(units).map(([unit, factor]) => [unit, parseDecimal(factor)]))
const [TO_CENTIMETRES, TO_KILOGRAMS] = [factorsOf(CENTIMETRES), factorsOf(KILOGRAMS)]

/** A number that Amazon names with a unit; null where the unit is none that we know, or no package can measure so much. */
function inUnit(factors: ReadonlyMap<string, Decimal>, text: string, unit: string): string | null {
  const factor = factors.get(unit.toLowerCase())
  if (factor === undefined || text === '') return null
  return measureOf(multiply(parseDecimal(text), factor)) ?? null
}

/** Length, width, height and their unit, as the engine answers them. */
export const ToldSize = z
  .tuple([z.string(), z.string(), z.string(), z.string()])
  .transform(([long, wide, high, unit]): Package['size'] => {
    const [length, width, height] = [long, wide, high].map((side) => inUnit(TO_CENTIMETRES, side, unit))
    return length && width && height ? { length, width, height, source: 'AMAZON' } : null
  })
/** The same of a weight. */
export const ToldWeight = z.tuple([z.string(), z.string()]).transform(([weight, unit]): Package['weight'] => {
  const value = inUnit(TO_KILOGRAMS, weight, unit)
  return value === null ? null : { value, source: 'AMAZON' }
})

const newest = (columns: Sql, where: Sql): Sql =>
  sql`argMaxIf(${columns}, (snapshot_date, marketplace), ${where})`
const text = (column: Sql): Sql => sql`ifNull(toString(${column}), '')`
const NEWEST_SIZE = newest(
  sql`(${text(sql`package_length`)}, ${text(sql`package_width`)}, ${text(sql`package_height`)}, toString(length_unit))`,
  sql`package_length IS NOT NULL`,
)
const NEWEST_WEIGHT = newest(
  sql`(${text(sql`package_weight`)}, toString(weight_unit))`,
  sql`package_weight IS NOT NULL`,
)

/** Of each ASIN the newest package that the catalogue says, in whatever marketplace. */
export const cataloguedPackages = (where: Sql): Sql => sql`
  SELECT toString(asin) AS packed_asin, ${NEWEST_SIZE} AS package_size, ${NEWEST_WEIGHT} AS package_weighs
  FROM catalogue_items WHERE ${where} GROUP BY packed_asin`

/** Of each SKU the newest package and tier that a fee preview says, in whatever marketplace. */
export const previewedPackages = (where: Sql): Sql => sql`
  SELECT toString(sku) AS previewed_sku, ${NEWEST_SIZE} AS previewed_size, ${NEWEST_WEIGHT} AS previewed_weight,
    ${newest(sql`toString(size_tier)`, sql`size_tier != ''`)} AS previewed_tier
  FROM fee_estimates WHERE ${where} GROUP BY previewed_sku`

/** What is told of each of these names, as `name`, `size` and `weight`. */
const packagesBy = (name: string, told: Sql) =>
  defineQuery({
    name,
    params: z.object({ live: z.array(z.number()), names: z.array(z.string()) }),
    row: z.object({ name: z.string(), size: ToldSize, weight: ToldWeight }),
    sql: told,
  })
const packagesOfAsins = packagesBy(
  'packages_of_asins',
  sql`SELECT packed_asin AS name, package_size AS size, package_weighs AS weight
    FROM (${cataloguedPackages(sql`${LIVE_FACTS} AND asin IN {names:Array(String)}`)})`,
)
const packagesOfSkus = packagesBy(
  'packages_of_skus',
  sql`SELECT previewed_sku AS name, previewed_size AS size, previewed_weight AS weight
    FROM (${previewedPackages(sql`${LIVE_FACTS} AND sku IN {names:Array(String)}`)})`,
)

/** Size and weight each as the first says it that does. */
export const firstTold = (...packages: readonly (Package | undefined)[]): Package => ({
  size: packages.find((one) => one?.size)?.size ?? null,
  weight: packages.find((one) => one?.weight)?.weight ?? null,
})

const NO_PACKAGE: Package = { size: null, weight: null }

/** What Amazon says that products measure, by SKU, by the ASINs that are known of these. */
export async function packagesAmong(
  { accounts, analytics }: Services,
  company: Company,
  asins: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, Package>> {
  const live = asins.size === 0 ? [] : await liveVersions(accounts, company)
  if (live.length === 0) return new Map([...asins.keys()].map((sku) => [sku, NO_PACKAGE]))
  const told = async (query: typeof packagesOfAsins, names: string[]) => {
    const rows = await analytics.run(query, company, { live, names })
    return new Map(rows.map(({ name, ...measured }) => [name, measured]))
  }
  const [byAsin, bySku] = await Promise.all([
    told(packagesOfAsins, [...new Set(asins.values())].filter(Boolean)),
    told(packagesOfSkus, [...asins.keys()]),
  ])
  return new Map([...asins].map(([sku, asin]) => [sku, firstTold(byAsin.get(asin), bySku.get(sku))]))
}

/** What a product measures: what is typed goes before what Amazon says. */
export function packageOf(
  { size, weight }: Package = NO_PACKAGE,
  entered: Pick<EnteredProduct, 'length' | 'width' | 'height' | 'weight'> | undefined,
): Package {
  if (!entered) return { size, weight }
  const { length, width, height } = entered
  return {
    size: length && width && height ? { length, width, height, source: 'USER' } : size,
    weight: entered.weight === null ? weight : { value: entered.weight, source: 'USER' },
  }
}
