import { marketplaceOf } from '#contract/marketplaces.ts'
import { NON_RETAIL } from '../../markets.ts'
import type { SellerRegion } from '../../seller.ts'
import { json } from '../http.ts'
import type { Operation } from './operation.ts'

export const sellersOperations: readonly Operation[] = [
  {
    name: 'getMarketplaceParticipations',
    method: 'GET',
    path: /^\/sellers\/v1\/marketplaceParticipations$/,
    rate: { perSecond: 0.016, burst: 15 },
    answer: ({ account }) => json(200, { payload: participations(account) }),
  },
]

function participations({ region, marketplaces, storeName }: SellerRegion): object[] {
  const known = marketplaces.flatMap((code) => marketplaceOf(code) ?? [])
  const participation = { isParticipating: true, hasSuspendedListings: false }
  const retail = known.map(({ amazonId, code, currency, salesDomain }) => ({
    marketplace: {
      id: amazonId,
      name: `Amazon${salesDomain.slice('amazon'.length)}`,
      countryCode: code,
      defaultCurrencyCode: currency,
      defaultLanguageCode: LANGUAGES[code] ?? 'en_US',
      domainName: `www.${salesDomain}`,
    },
    participation,
    storeName,
  }))
  const [home] = known
  if (!home) return retail
  return [
    ...retail,
    {
      marketplace: {
        id: NON_RETAIL[region],
        name: `Non-Amazon ${home.code}`,
        countryCode: home.code,
        defaultCurrencyCode: home.currency,
        defaultLanguageCode: LANGUAGES[home.code] ?? 'en_US',
        domainName: `siprod.stores.amazon.${home.code.toLowerCase()}`,
      },
      participation,
      storeName,
    },
  ]
}

const LANGUAGES: Record<string, string> = {
  AU: 'en_AU',
  BE: 'fr_BE',
  BR: 'pt_BR',
  CA: 'en_CA',
  DE: 'de_DE',
  ES: 'es_ES',
  FR: 'fr_FR',
  GB: 'en_GB',
  IE: 'en_IE',
  IN: 'en_IN',
  IT: 'it_IT',
  JP: 'ja_JP',
  MX: 'es_MX',
  NL: 'nl_NL',
  PL: 'pl_PL',
  SE: 'sv_SE',
  TR: 'tr_TR',
}
