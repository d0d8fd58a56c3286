import {
  fetchPicture,
  openAdvertising,
  openLogin,
  openSellingPartner,
  Pace,
  type Picture,
} from '#amazon/index.ts'
import type { AdvertisingApi, AmazonLogin, AppCredentials, SellingPartnerApi } from '#amazon/api/clients.ts'
import type { Endpoints } from '#amazon/api/endpoints.ts'
import type { ConnectionProvider } from '#contract/connections.ts'
import type { Region } from '#contract/marketplaces.ts'
import { AppError } from '#server/errors.ts'

/** An account at Amazon that somebody has consented for. */
export interface ConsentedAccount {
  region: Region
  refreshToken: string
  /** Whose calls are counted together; without it, those of the consent. */
  countedWith?: string | undefined
  /** Told of a token that takes the place of the one given. */
  onRefreshToken?: (refreshToken: string) => Promise<void>
}

/** Amazon, as the applications of this installation see it. */
export interface AmazonApps {
  /** Which of them are set up. What belongs to one that is not is never asked. */
  available: Record<ConnectionProvider, boolean>
  isSandbox: boolean
  login: AmazonLogin
  sellingPartner(account: ConsentedAccount): SellingPartnerApi
  advertising(account: ConsentedAccount): AdvertisingApi
  /** A picture of a product, whose address anybody may have named; undefined where there is none to be had. */
  picture(address: string, pixels: number): Promise<Picture | undefined>
}

export interface AmazonAccess {
  endpoints: Endpoints
  isSandbox: boolean
  sellingPartner: (AppCredentials & { applicationId: string; isDraft: boolean }) | undefined
  advertising: AppCredentials | undefined
  /** The clock that Amazon's days are counted by; tests put one of their own in its place. */
  now?: () => Date
  /** What calls wait by; tests put one with a clock of theirs in its place. */
  pace?: Pace
}

/** Asks Amazon as these applications. Calls of all companies are paced together, so there is one in a process. */
export function openAmazonApps({
  endpoints,
  isSandbox,
  sellingPartner,
  advertising,
  now = () => new Date(),
  pace = new Pace(),
}: AmazonAccess): AmazonApps {
  return {
    available: { SELLING_PARTNER: sellingPartner !== undefined, ADVERTISING: advertising !== undefined },
    isSandbox,
    login: openLogin({ endpoints, sellingPartner, advertising }),
    sellingPartner: (account) =>
      openSellingPartner({ ...account, endpoints, pace, now, credentials: setUp(sellingPartner) }),
    advertising: (account) =>
      openAdvertising({ ...account, endpoints, pace, now, credentials: setUp(advertising) }),
    picture: (address, pixels) => fetchPicture({ address, pixels, endpoints }),
  }
}

function setUp(credentials: AppCredentials | undefined): AppCredentials {
  if (!credentials) throw new AppError('AMAZON_NOT_SET_UP')
  return credentials
}
