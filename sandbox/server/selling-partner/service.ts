/** The Selling Partner API of one region: who asks, how often they may, and in which words they hear no. */
import type { Region } from '#contract/marketplaces.ts'
import type { Seller, SellerRegion } from '../../seller.ts'
import { header, json, type Answer, type Asked } from '../http.ts'
import type { World } from '../world.ts'
import { catalogOperations } from './catalog.ts'
import { financeOperations } from './finances.ts'
import { inventoryOperations } from './inventory.ts'
import { DENIED, SellingPartnerError } from './errors.ts'
import type { Operation } from './operation.ts'
import { reportOperations } from './report-operations.ts'
import type { Reports } from './reports.ts'
import { sellersOperations } from './sellers.ts'
import { accessIn, tokenOperations } from './tokens.ts'

export class SellingPartnerService {
  readonly #world: World
  readonly #operations: readonly Operation[]

  constructor(world: World, reports: Reports) {
    this.#world = world
    this.#operations = [
      ...sellersOperations,
      ...reportOperations(world, reports),
      ...financeOperations(world),
      ...catalogOperations,
      ...inventoryOperations(world),
      ...tokenOperations(world),
    ]
  }

  /** @param isFaulty whether this answer of the seller's is to be an error of Amazon's own */
  async answer(asked: Asked, region: Region, isFaulty: (seller: Seller) => boolean): Promise<Answer> {
    let limit: number | undefined
    try {
      const { operation, parameters } = this.#operation(asked)
      const { seller, account, clientId, isRestricted } = this.#caller(asked, region)
      const perSecond = operation.rate.perSecond * (seller.behaviour.rateFactor ?? 1) * this.#world.speed
      const key = `${clientId} ${seller.id} ${region} ${operation.name}`
      if (this.#world.limits.take(key, { ...operation.rate, perSecond }) > 0)
        throw new SellingPartnerError(
          429,
          'QuotaExceeded',
          'You exceeded your quota for the requested resource.',
        )
      limit = perSecond
      if (isFaulty(seller)) throw INTERNAL_FAILURE
      const answer = await operation.answer({
        asked,
        parameters,
        seller,
        account,
        clientId,
        isRestricted,
      })
      return { ...answer, headers: { ...answer.headers, ...requestHeaders(limit) } }
    } catch (error) {
      if (error instanceof SellingPartnerError) return errorAnswer(error, limit)
      throw error
    }
  }

  #operation({ method, path }: Asked): { operation: Operation; parameters: string[] } {
    const atPath = this.#operations.flatMap((operation) => {
      const match = operation.path.exec(path)
      return match ? [{ operation, parameters: match.slice(1).map(decoded) }] : []
    })
    const found = atPath.find(({ operation }) => operation.method === method)
    if (found) return found
    throw atPath.length > 0
      ? new SellingPartnerError(405, 'InvalidInput', 'The HTTP method is not allowed for this resource.')
      : DENIED
  }

  #caller(
    asked: Asked,
    region: Region,
  ): { seller: Seller; account: SellerRegion; clientId: string; isRestricted: boolean } {
    const token = header(asked, 'x-amz-access-token')
    if (!token)
      throw new SellingPartnerError(
        401,
        'Unauthorized',
        DENIED.message,
        'Access token is missing in the request header.',
      )
    const { accessToken, isRestricted } = accessIn(this.#world, token, asked)
    const access = this.#world.consents.access(accessToken)
    if (access === 'EXPIRED')
      throw new SellingPartnerError(
        403,
        'Unauthorized',
        DENIED.message,
        'The access token you provided has expired.',
      )
    if (typeof access === 'string' || access.provider !== 'SELLING_PARTNER' || access.region !== region)
      throw DENIED
    const seller = this.#world.sellers.get(access.sellerId)
    const account = seller?.regions.find((one) => one.region === region)
    if (!seller || !account) throw DENIED
    return { seller, account, clientId: access.clientId, isRestricted }
  }
}

const INTERNAL_FAILURE = new SellingPartnerError(
  500,
  'InternalFailure',
  'We encountered an internal error. Please try again.',
)

export const sellingPartnerFailure = (status: 429 | 500): Answer =>
  errorAnswer(
    status === 429
      ? new SellingPartnerError(429, 'QuotaExceeded', 'You exceeded your quota for the requested resource.')
      : INTERNAL_FAILURE,
  )

const errorAnswer = ({ status, code, message, details }: SellingPartnerError, limit?: number): Answer =>
  json(
    status,
    { errors: [{ code, message, details }] },
    // Amazon says the rate with good answers and with these, and with none that count or refuse.
    {
      ...requestHeaders(status === 400 || status === 404 ? limit : undefined),
      'x-amzn-errortype': `${code}Exception`,
    },
  )

const requestHeaders = (limit: number | undefined): Record<string, string> => ({
  'x-amzn-requestid': crypto.randomUUID(),
  ...(limit !== undefined && { 'x-amzn-ratelimit-limit': String(Number(limit.toPrecision(6))) }),
})

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
