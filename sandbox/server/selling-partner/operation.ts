import { MARKETPLACES, type Marketplace } from '#contract/marketplaces.ts'
import type { Seller, SellerRegion } from '../../seller.ts'
import type { Answer, Asked } from '../http.ts'
import type { Rate } from '../rate-limits.ts'
import { invalidInput } from './errors.ts'

export interface Call {
  asked: Asked
  /** What the path holds. */
  parameters: readonly string[]
  seller: Seller
  account: SellerRegion
  clientId: string
  /** Asked with a token for this path alone. */
  isRestricted: boolean
}

export interface Operation {
  name: string
  method: 'GET' | 'POST' | 'DELETE'
  path: RegExp
  /** As Amazon publishes it. */
  rate: Rate
  /** @throws SellingPartnerError */
  answer(call: Call): Answer | Promise<Answer>
}

const byAmazonId = new Map(MARKETPLACES.map((one) => [one.amazonId as string, one]))

/** The marketplaces of ids that the account sells in. @throws SellingPartnerError */
export const marketplacesOf = (ids: readonly string[], { marketplaces }: SellerRegion): Marketplace[] =>
  ids.map((id) => {
    const marketplace = byAmazonId.get(id)
    if (!marketplace || !marketplaces.includes(marketplace.code))
      throw invalidInput(`Invalid marketplaceIds: ${id.slice(0, 100)}`)
    return marketplace
  })

/** A list in the query, given once with commas or several times. @throws SellingPartnerError */
export function listIn(query: URLSearchParams, name: string, countMax: number): string[] {
  const values = query.getAll(name).flatMap((text) => text.split(',').filter(Boolean))
  if (values.length > countMax) throw invalidInput(`${name}: at most ${countMax} are allowed.`)
  return values
}

/** A moment in the query. @throws SellingPartnerError */
export function momentIn(query: URLSearchParams, name: string): Date | undefined {
  const text = query.get(name)
  return text === null ? undefined : moment(name, text)
}

/** @throws SellingPartnerError where it is none */
export function moment(name: string, text: string): Date {
  const isMoment = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/.test(text)
  const date = new Date(text)
  if (!isMoment || Number.isNaN(date.getTime())) throw invalidInput(`${name} is not a date-time of ISO 8601.`)
  return date
}
