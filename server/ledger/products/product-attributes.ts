import { enteredProducts, type Company, type EnteredProduct } from '#server/accounts/index.ts'
import { sql } from '#server/analytics/index.ts'
import { perVersion } from '#server/ledger/per-version.ts'
import type { Services } from '#server/ledger/services.ts'

/** What was entered of each product, by SKU. Each save is a version, because names are in answers that are kept. */
export const enteredOf = perVersion(
  async ({ accounts }, company): Promise<ReadonlyMap<string, EnteredProduct>> =>
    new Map((await enteredProducts(accounts, company)).map((product) => [product.sku, product])),
  ({ size }) => size,
)

/** Parameters of SQL that has `CUSTOM_NAME` in it. */
export async function customNames(services: Services, company: Company) {
  const named = [...(await enteredOf(services, company)).values()].filter(
    ({ customName }) => customName !== '',
  )
  // The engine wants lists that are not empty; no product has this SKU.
  return {
    customSkus: ['', ...named.map(({ sku }) => sku)],
    customNames: ['', ...named.map(({ customName }) => customName)],
  }
}

/** The name that people gave a row's SKU; empty where they gave none. */
export const CUSTOM_NAME = sql`transform(sku, {customSkus:Array(String)}, {customNames:Array(String)}, '')`
