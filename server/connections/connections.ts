import { AmazonError, type AdvertisingApi, type SellingPartnerApi } from '#amazon/index.ts'
import {
  breakConnection,
  listSealedTokens,
  replaceSealedToken,
  type Accounts,
  type Connection,
} from '#server/accounts/index.ts'
import type { Log } from '#server/log.ts'
import type { AmazonApps, ConsentedAccount } from './amazon-apps.ts'
import { SealBroken, type TokenSeal } from './sealed-tokens.ts'

/** What work on connections needs. */
export interface ConnectionServices {
  accounts: Accounts
  apps: AmazonApps
  seal: TokenSeal
  now: () => Date
}

/** What the token of a connection is sealed for. */
export const aboutToken = (connectionId: string): string => `connection ${connectionId}`

/** Who speaks to Amazon for a connection. A token that does not open any more is `REVOKED`: somebody has to consent anew. */
export const connectionClients = (services: ConnectionServices) => ({
  sellingPartner: async (connection: Connection): Promise<SellingPartnerApi> =>
    services.apps.sellingPartner(accountOf(services, connection)),
  advertising: async (connection: Connection): Promise<AdvertisingApi> =>
    services.apps.advertising(accountOf(services, connection)),
  /** Keeps that the consent has ended, with why in words for people. */
  markBroken: (connection: Connection, reason: string): Promise<void> =>
    breakConnection(services.accounts, connection, reason, services.now()),
})

function accountOf(
  { accounts, seal }: ConnectionServices,
  { id, companyId, region, refreshToken, sellingPartnerId }: Connection,
): ConsentedAccount {
  const about = aboutToken(id)
  let sealed = refreshToken
  return {
    region,
    refreshToken: opened(seal, sealed, about),
    // The id came by way of a browser: whoever writes another's there takes no turns of theirs.
    countedWith: sellingPartnerId === null ? undefined : `${companyId} ${sellingPartnerId}`,
    async onRefreshToken(renewed) {
      const next = seal.seal(renewed, about)
      await replaceSealedToken(accounts, { id, refreshToken: sealed }, next)
      sealed = next
    },
  }
}

function opened(seal: TokenSeal, sealed: string, about: string): string {
  try {
    return seal.open(sealed, about)
  } catch (cause) {
    throw new AmazonError('REVOKED', 'The token of the connection does not open', { cause })
  }
}

/** Seals what former secrets have sealed with the one that holds now, so that those can be given up. */
export async function resealTokens({ accounts, seal }: ConnectionServices, log: Log): Promise<void> {
  for (const connection of await listSealedTokens(accounts)) {
    if (seal.isCurrent(connection.refreshToken)) continue
    const about = aboutToken(connection.id)
    try {
      const token = seal.open(connection.refreshToken, about)
      await replaceSealedToken(accounts, connection, seal.seal(token, about))
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error
      log(`The token of the connection ${connection.id} does not open: ${error.message}`)
    }
  }
}
