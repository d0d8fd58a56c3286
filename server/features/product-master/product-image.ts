import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Picture } from '#amazon/index.ts'
import type { ProductImage, ProductImageInput, ProductThumbnails } from '#contract/product-master.ts'
import { liveVersions, type Company } from '#server/accounts/index.ts'
import { FairTurns, Overloaded } from '#server/fair-turns.ts'
import type { AmazonApps } from '#server/connections/amazon-apps.ts'
import { defineQuery, sql } from '#server/analytics/index.ts'
import { cataloguedSkus } from '#server/ledger/products/catalogue.ts'
import { LIVE_FACTS } from '#server/ledger/live-facts.ts'
import type { Services } from '#server/ledger/services.ts'

const IMAGE_PIXELS = 500
/** Twice what a row of a table shows, for screens with fine points. */
const THUMBNAIL_PIXELS = 75
const COMPANIES_MAX = 40
const BYTES_OF_COMPANY_MAX = 2_000_000
const DAY_MS = 24 * 3_600_000
/** What could not be had is not asked for at once again. */
const MISSED_MS = 600_000
/** Fetches of this process, in turns by company. */
const FETCHES = { atOnce: 60, waitingMax: 2_000, waitMsMax: 10_000 }

const picturesOfSkus = defineQuery({
  name: 'pictures_of_skus',
  params: z.object({ live: z.array(z.number()), skus: z.array(z.string()) }),
  row: z.object({ sku: z.string(), address: z.string() }),
  sql: sql`SELECT its_sku AS sku, its_picture AS address
    FROM (${cataloguedSkus(sql`${LIVE_FACTS} AND sku IN {skus:Array(String)}`)}) WHERE its_picture != ''`,
})

const pictureOfAsin = defineQuery({
  name: 'picture_of_asin',
  params: z.object({ live: z.array(z.number()), asin: z.string(), isParent: z.boolean() }),
  row: z.object({ address: z.string() }),
  sql: sql`SELECT argMax(image_address, (asin = {asin:String}, snapshot_date, image_address)) AS address
    FROM catalogue_items
    WHERE ${LIVE_FACTS} AND (asin = {asin:String} OR {isParent:Bool} AND parent_asin = {asin:String}) AND image_address != ''`,
})

interface Context {
  services: Services
  company: Company
  connections: { apps: AmazonApps }
}

/** The picture of a product. */
export async function productImage(
  { services, company, connections: { apps } }: Context,
  { identifierType, identifier }: Pick<z.output<typeof ProductImageInput>, 'identifierType' | 'identifier'>,
  signal: AbortSignal | undefined,
): Promise<ProductImage> {
  const live = await liveVersions(services.accounts, company)
  const options = { signal }
  const [found] = await (identifierType === 'SKU'
    ? services.analytics.run(picturesOfSkus, company, { live, skus: [identifier] }, options)
    : services.analytics.run(
        pictureOfAsin,
        company,
        { live, asin: identifier, isParent: identifierType === 'COMBINED_PARENT_ID' },
        options,
      ))
  return found?.address ? imageAt(apps, company, found.address, IMAGE_PIXELS) : null
}

/** The small pictures of some products, found by one statement. */
export async function productThumbnails(
  { services, company, connections: { apps } }: Context,
  skus: string[],
  signal: AbortSignal | undefined,
): Promise<ProductThumbnails> {
  const live = await liveVersions(services.accounts, company)
  const found = await services.analytics.run(picturesOfSkus, company, { live, skus }, { signal })
  const images = await Promise.all(
    found.map(async ({ sku, address }) => {
      const image = await imageAt(apps, company, address, THUMBNAIL_PIXELS)
      return image && { sku, ...image }
    }),
  )
  return images.filter((image) => image !== null)
}

async function imageAt(
  apps: AmazonApps,
  company: Company,
  address: string,
  pixels: number,
): Promise<ProductImage> {
  const picture = await once(apps, company, address, pixels).catch((error: unknown) => {
    if (error instanceof Overloaded) return undefined
    throw error
  })
  return picture ? { contentType: picture.contentType, base64: picture.bytes.toString('base64') } : null
}

type Pictures = LRUCache<string, Picture | 'NONE'>

/**
 * Pictures by company and address, for as long as this process lives: none lies on a disk or in a backup, and none outlasts
 * its company by more than a day.
 */
const kept = new LRUCache<string, Pictures>({ max: COMPANIES_MAX, ttl: DAY_MS })
const underWay = new Map<string, Promise<Picture | undefined>>()
const fetches = new FairTurns(FETCHES)

/** Fetched once. Throws `Overloaded` where too many wait for theirs. */
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
  const fetching = fetches.run(id, () => apps.picture(address, pixels))
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
