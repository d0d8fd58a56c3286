/** Amazon as connecting meets it, in memory: consents that a test gives, and what they open. */
import type { AdvertisingProfile, Participation } from '#amazon/api/clients.ts'
import { AmazonError } from '#amazon/index.ts'
import type { ConnectionProvider } from '#contract/connections.ts'
import type { Region } from '#contract/marketplaces.ts'
import type { AmazonApps } from '#server/connections/amazon-apps.ts'

interface Given {
  provider: ConnectionProvider
  region: Region
  redirectUri: string
  refreshToken: string
}

const never = () => {
  throw new Error('Connecting asks for nothing of this kind.')
}

export class PretendedAmazon {
  readonly apps: AmazonApps
  /** What the next questions are answered with. */
  participations: Participation[] = [{ marketplace: 'GB', storeName: 'Tidewater', isParticipating: true }]
  profiles: AdvertisingProfile[] = []
  failure: AmazonError | undefined
  /** Tokens that were given out, in their order. */
  readonly tokens: string[] = []
  /** Whose calls each question of where somebody sells was counted with. */
  readonly counted: (string | undefined)[] = []
  /** Pictures that were asked for, with their sizes. */
  readonly pictures: string[] = []
  readonly #codes = new Map<string, Given>()

  constructor() {
    const answered = async <T>(refreshToken: string, answer: T): Promise<T> => {
      if (this.failure) throw this.failure
      if (!this.tokens.includes(refreshToken)) throw new AmazonError('REVOKED', 'The token is unknown')
      return answer
    }
    const consentUrl = ({ state, redirectUri }: { state: string; redirectUri: string }) =>
      `https://consent.example/?${new URLSearchParams({ state, redirect_uri: redirectUri }).toString()}`
    this.apps = {
      available: { SELLING_PARTNER: true, ADVERTISING: true },
      isSandbox: true,
      login: {
        sellingPartnerConsent: consentUrl,
        advertisingConsent: consentUrl,
        exchange: async (provider, region, code, redirectUri) => {
          if (this.failure) throw this.failure
          const given = this.#codes.get(code)
          this.#codes.delete(code)
          if (given?.provider !== provider || given.region !== region || given.redirectUri !== redirectUri)
            throw new AmazonError('REVOKED', 'The code is not good')
          this.tokens.push(given.refreshToken)
          return { accessToken: 'access', refreshToken: given.refreshToken, expiresInSeconds: 3_600 }
        },
      },
      sellingPartner: ({ refreshToken, countedWith }) => ({
        participations: () => {
          this.counted.push(countedWith)
          return answered(refreshToken, this.participations)
        },
        createReport: never,
        getReport: never,
        listReports: never,
        download: never,
        transactionPages: never,
        catalogItems: never,
      }),
      advertising: ({ refreshToken }) => ({
        profiles: () => answered(refreshToken, this.profiles),
        createReport: never,
        getReport: never,
        download: never,
      }),
      picture: async (address, pixels) => {
        this.pictures.push(`${pixels} ${address}`)
        return address.includes('missing')
          ? undefined
          : { contentType: 'image/png', bytes: Buffer.from(`picture of ${pixels}`) }
      },
    }
  }

  /** Somebody consents: the code that Amazon sends back with them. */
  consent(provider: ConnectionProvider, region: Region, redirectUri: string, refreshToken: string): string {
    const code = `code-${this.#codes.size}-${refreshToken}`
    this.#codes.set(code, { provider, region, redirectUri, refreshToken })
    return code
  }
}
