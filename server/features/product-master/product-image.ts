import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Picture } from '#amazon/index.ts'
import type { ProductImage } from '#contract/product-master.ts'
import type { Company } from '#server/accounts/index.ts'
import type { AmazonApps } from '#server/connections/amazon-apps.ts'
import { AppError } from '#server/errors.ts'
import { defineQuery, sql } from '#server/analytics/index.ts'
import { cataloguedSkus } from '#server/ledger/catalogue.ts'
import { LIVE_FACTS, liveAttempts } from '#server/ledger/live-facts.ts'
import type { Services } from '#server/ledger/services.ts'

const COMPANIES_MAX = 40
const BYTES_OF_COMPANY_MAX = 2_000_000
const DAY_MS = 24 * 3_600_000
/** What could not be had is not asked for at once again. */
const MISSED_MS = 600_000
/** Fetches of this process at one time. */
const FETCHES_MAX = 60

const pictureOfSku = defineQuery({
  name: 'picture_of_sku',
  params: z.object({ live: z.array(z.number()), sku: z.string() }),
  row: z.object({ address: z.string() }),
  sql: sql`SELECT its_picture AS address FROM (${cataloguedSkus(sql`${LIVE_FACTS} AND sku = {sku:String}`)})`,
})

const pictureOfAsin = defineQuery({
  name: 'picture_of_asin',
  params: z.object({ live: z.array(z.number()), asin: z.string() }),
  row: z.object({ address: z.string() }),
  sql: sql`SELECT argMax(image_address, (snapshot_date, image_address)) AS address
    FROM catalogue_items WHERE ${LIVE_FACTS} AND asin = {asin:String} AND image_address != ''`,
})

/** Where the picture of a product lies, as some file says; empty where none does. */
async function pictureAddress(
  services: Services,
  company: Company,
  { identifierType, identifier }: { identifierType: 'SKU' | 'ASIN'; identifier: string },
  signal: AbortSignal | undefined,
): Promise<string> {
  const live = await liveAttempts(services, company)
  const options = signal ? { signal } : {}
  const [found] = await (identifierType === 'SKU'
    ? services.analytics.run(pictureOfSku, company, { live, sku: identifier }, options)
    : services.analytics.run(pictureOfAsin, company, { live, asin: identifier }, options))
  return found?.address ?? ''
}

type Pictures = LRUCache<string, Picture | 'NONE'>

/**
 * Pictures by company and address, for as long as this process lives: none lies on a disk or in a backup, and none outlasts
 * its company by more than a day.
 */
const kept = new LRUCache<string, Pictures>({ max: COMPANIES_MAX, ttl: DAY_MS })
const underWay = new Map<string, Promise<Picture | undefined>>()

/** The picture of a product, fetched once. Throws `AppError` while too many are on their way. */
export async function productImage(
  {
    services,
    company,
    connections: { apps },
  }: { services: Services; company: Company; connections: { apps: AmazonApps } },
  product: Parameters<typeof pictureAddress>[2],
  pixels: number,
  signal: AbortSignal | undefined,
): Promise<ProductImage> {
  const address = await pictureAddress(services, company, product, signal)
  if (address === '') return null
  const picture = await once(apps, company, address, pixels)
  return picture ? { contentType: picture.contentType, base64: picture.bytes.toString('base64') } : null
}

async function once(
  apps: AmazonApps,
  { id }: Company,
  address: string,
  pixels: number,
): Promise<Picture | undefined> {
  const pictures = kept.get(id) ?? new LRUCache({ maxSize: BYTES_OF_COMPANY_MAX, ttl: DAY_MS })
  if (!kept.has(id)) kept.set(id, pictures)
  const name = `${pixels} ${address}`
  const known = pictures.get(name)
  if (known) return known === 'NONE' ? undefined : known
  const key = `${id} ${name}`
  const asked = underWay.get(key)
  if (asked) return asked
  if (underWay.size >= FETCHES_MAX) throw new AppError('OVERLOADED')
  const fetching = apps.picture(address, pixels)
  underWay.set(key, fetching)
  try {
    const picture = await fetching
    const size = name.length + (picture?.bytes.length ?? 0)
    pictures.set(name, picture ?? 'NONE', { size, ...(!picture && { ttl: MISSED_MS }) })
    return picture
  } finally {
    underWay.delete(key)
  }
}
