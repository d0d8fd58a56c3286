/** Consents of a seller of the pretend Amazon, for a company, without a browser. */
import type { Seller } from '#sandbox/seller.ts'
import type { Region } from '#contract/marketplaces.ts'
import {
  getCompany,
  saveAdvertisingConnection,
  saveSellerConnection,
  selectProfiles,
  type Company,
} from '#server/accounts/index.ts'
import { aboutToken, type ConnectionServices } from '#server/connections/connections.ts'
import { OF_ALL_MARKETPLACES } from '#server/sync/sources.ts'

const YEAR_MS = 365 * 86_400_000

/** What of a seller a consent is about. */
export type ConsentingSeller = Pick<Seller, 'id' | 'regions' | 'profiles'>

/** Connects all regions of a seller, with all of their advertising profiles; anew where they are connected already. */
export async function connectSeller(
  services: ConnectionServices,
  companyId: string,
  seller: ConsentingSeller,
  redirectUri: string,
): Promise<void> {
  const { apps, accounts } = services
  const company = (await getCompany(accounts, companyId))!
  for (const { region, marketplaces, storeName, sellingPartnerId } of seller.regions) {
    const at = { region, state: 's', redirectUri, marketplace: marketplaces[0]! }
    const code = await codeOf(apps.login.sellingPartnerConsent(at), seller, 'spapi_oauth_code')
    const { refreshToken } = await apps.login.exchange('SELLING_PARTNER', region, code, redirectUri)
    await saveSellerConnection(accounts, company, {
      ...given(services, refreshToken!),
      region,
      sellingPartnerId,
      storeName,
      marketplaces,
      sourcesOfAll: OF_ALL_MARKETPLACES,
      homeMarketplace: marketplaces[0],
      expiresAt: new Date(+services.now() + YEAR_MS),
    })
    if (seller.profiles.some((profile) => profile.region === region))
      await advertise(services, company, seller, region, redirectUri)
  }
}

async function advertise(
  services: ConnectionServices,
  company: Company,
  seller: ConsentingSeller,
  region: Region,
  redirectUri: string,
): Promise<void> {
  const { apps, accounts } = services
  const code = await codeOf(
    apps.login.advertisingConsent({ region, state: 's', redirectUri }),
    seller,
    'code',
  )
  const { refreshToken } = await apps.login.exchange('ADVERTISING', region, code, redirectUri)
  const found = await apps.advertising({ region, refreshToken: refreshToken! }).profiles()
  const profiles = found.map(({ profileId, marketplace, currency, timeZone, accountId, accountName }) => ({
    profileId,
    marketplace,
    currency,
    timeZone,
    accountId,
    name: `${accountName} (${marketplace})`,
  }))
  await saveAdvertisingConnection(accounts, company, {
    ...given(services, refreshToken!),
    region,
    profiles,
  })
  await selectProfiles(
    accounts,
    company,
    region,
    profiles.map(({ name }) => name),
  )
}

const given = ({ seal, now }: ConnectionServices, token: string) => ({
  sealFor: (id: string) => seal.seal(token, aboutToken(id)),
  authorisedAt: now(),
  createdBy: 'test',
})

/** What Amazon's consent page sends back. */
async function codeOf(address: string, { id }: ConsentingSeller, name: string): Promise<string> {
  const { headers } = await fetch(address, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ seller: id, decision: 'approve' }),
  })
  return new URL(headers.get('location')!).searchParams.get(name)!
}
