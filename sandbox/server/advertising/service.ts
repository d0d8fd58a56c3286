/** The Advertising API of one region. */
import { marketplaceOf, type Region } from '#contract/marketplaces.ts'
import type { Seller, SellerProfile } from '../../seller.ts'
import { header, type Answer, type Asked } from '../http.ts'
import type { Rate } from '../rate-limits.ts'
import type { World } from '../world.ts'
import { AdvertisingError, errorAnswer } from './errors.ts'
import type { AdvertisingReports } from './reports.ts'

/** Amazon publishes none and changes them as it likes. */
const RATE: Rate = { perSecond: 1, burst: 20 }

interface Caller {
  seller: Seller
  region: Region
  clientId: string
}

export class AdvertisingService {
  readonly #world: World
  readonly #reports: AdvertisingReports

  constructor(world: World, reports: AdvertisingReports) {
    this.#world = world
    this.#reports = reports
  }

  /** @param isFaulty whether this answer of the seller's is to be an error of Amazon's own */
  answer(asked: Asked, region: Region, isFaulty: (seller: Seller) => boolean): Answer {
    try {
      const caller = this.#caller(asked, region)
      const isOfProfiles = asked.path === '/v2/profiles'
      this.#limit(caller, `${isOfProfiles ? 'profiles' : 'reports'} ${asked.method}`)
      if (isFaulty(caller.seller)) throw new AdvertisingError(500, 'Internal Server Error')
      if (isOfProfiles && asked.method === 'GET') return profiles(caller, asked.query)
      if (!asked.path.startsWith('/reporting/reports')) throw new AdvertisingError(404, 'Not Found')
      return this.#reports.answer(asked, { ...caller, profile: profileOf(asked, caller) })
    } catch (error) {
      if (error instanceof AdvertisingError) return errorAnswer(error, asked.path)
      throw error
    }
  }

  #caller(asked: Asked, region: Region): Caller {
    const token = /^Bearer (.+)$/i.exec(header(asked, 'authorization'))?.[1]
    if (token === undefined) throw new AdvertisingError(401, 'Authorization header is missing')
    const access = this.#world.consents.access(token)
    if (typeof access === 'string')
      throw new AdvertisingError(401, 'The access token is invalid or has expired')
    if (header(asked, 'amazon-advertising-api-clientid') !== access.clientId)
      throw new AdvertisingError(401, 'Amazon-Advertising-API-ClientId is not that of the access token')
    if (access.provider !== 'ADVERTISING' || access.region !== region)
      throw new AdvertisingError(403, 'Forbidden')
    const seller = this.#world.sellers.get(access.sellerId)
    if (!seller) throw new AdvertisingError(403, 'Forbidden')
    return { seller, region, clientId: access.clientId }
  }

  #limit({ seller, region, clientId }: Caller, operation: string): void {
    const perSecond = RATE.perSecond * (seller.behaviour.rateFactor ?? 1) * this.#world.speed
    const key = `ads ${clientId} ${seller.id} ${region} ${operation}`
    const waitMs = this.#world.limits.take(key, { ...RATE, perSecond })
    if (waitMs > 0) throw tooManyRequests(Math.ceil(waitMs / 1000))
  }
}

const tooManyRequests = (seconds: number) =>
  new AdvertisingError(429, 'Too Many Requests', { 'retry-after': String(seconds) })

export const advertisingFailure = (status: 429 | 500, path: string): Answer =>
  errorAnswer(status === 429 ? tooManyRequests(1) : new AdvertisingError(500, 'Internal Server Error'), path)

function profileOf(asked: Asked, { seller, region }: Caller): SellerProfile {
  const scope = header(asked, 'amazon-advertising-api-scope')
  if (!scope) throw new AdvertisingError(401, 'Scope header is missing')
  const profile = seller.profiles.find((one) => one.profileId === scope && one.region === region)
  if (!profile) throw new AdvertisingError(401, `Not authorized to access scope ${scope.slice(0, 50)}`)
  return profile
}

function profiles({ seller, region }: Caller, query: URLSearchParams): Answer {
  const types = query.get('profileTypeFilter')?.split(',')
  const shown = seller.profiles
    .filter((one) => one.region === region && (types === undefined || types.includes('seller')))
    .map(({ profileId, marketplace, currency, timeZone, accountId, accountName }) => ({
      profileId,
      countryCode: marketplace === 'GB' ? 'UK' : marketplace,
      currencyCode: currency,
      dailyBudget: 999_999_999,
      timezone: timeZone,
      accountInfo: {
        marketplaceStringId: marketplaceOf(marketplace)?.amazonId,
        id: accountId,
        type: 'seller',
        name: accountName,
        validPaymentMethod: true,
      },
    }))
  return {
    status: 200,
    headers: { 'content-type': 'application/json', 'x-amzn-requestid': crypto.randomUUID() },
    // Ids are numbers of up to 64 bits, which JavaScript has no numbers for.
    body: JSON.stringify(shown).replace(/"profileId":"(\d+)"/g, '"profileId":$1'),
  }
}
