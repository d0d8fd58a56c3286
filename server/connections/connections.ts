import type { AdvertisingApi, SellingPartnerApi } from '#amazon/api/clients.ts'
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
  now(): Date
}

/** What the token of a connection is sealed for. */
export const aboutToken = (connectionId: string): string => `connection ${connectionId}`

/** The Selling Partner API for the seller of a connection. Throws `SealBroken` where its token does not open. */
export const sellingPartnerApi = (services: ConnectionServices, connection: Connection): SellingPartnerApi =>
  services.apps.sellingPartner(accountOf(services, connection))

/** The Advertising API for the consent of a connection. Throws `SealBroken` where its token does not open. */
export const advertisingApi = (services: ConnectionServices, connection: Connection): AdvertisingApi =>
  services.apps.advertising(accountOf(services, connection))

function accountOf(
  { accounts, seal }: ConnectionServices,
  { id, region, refreshToken, sellingPartnerId }: Connection,
): ConsentedAccount {
  const about = aboutToken(id)
  let sealed = refreshToken
  return {
    region,
    refreshToken: seal.open(sealed, about),
    sellingPartnerId: sellingPartnerId ?? undefined,
    async onRefreshToken(renewed) {
      const next = seal.seal(renewed, about)
      await replaceSealedToken(accounts, { id, refreshToken: sealed }, next)
      sealed = next
    },
  }
}

/**
 * Seals what former secrets have sealed with the one that holds now, so that those can be given up. What nothing opens
 * any more breaks its connection: somebody has to consent anew.
 */
export async function resealTokens({ accounts, seal, now }: ConnectionServices, log: Log): Promise<void> {
  for (const connection of await listSealedTokens(accounts)) {
    if (seal.isCurrent(connection.refreshToken)) continue
    const about = aboutToken(connection.id)
    try {
      await replaceSealedToken(
        accounts,
        connection,
        seal.seal(seal.open(connection.refreshToken, about), about),
      )
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error
      log(`The token of connection ${connection.id} does not open: ${error.message}`)
      await breakConnection(accounts, connection, 'The key that opens this connection is gone.', now())
    }
  }
}
