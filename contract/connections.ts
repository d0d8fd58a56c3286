/** Connections to Amazon: what pages and server agree on. Procedures of `amazon.*` keep the specification's names. */
import { z } from 'zod'
import { marketplaceOf, REGIONS, type Region } from './marketplaces.ts'
import { CompanyId, text } from './fields.ts'

export const CONNECTION_PROVIDERS = ['SELLING_PARTNER', 'ADVERTISING'] as const
export type ConnectionProvider = (typeof CONNECTION_PROVIDERS)[number]

/** Where somebody who comes back from Amazon may be led, and nowhere else. */
export const CONNECTION_NEXT = [
  '/connections',
  '/onboarding/advertising?continue=true',
  '/onboarding/sellerCentral?continue=true',
] as const
export type ConnectionNext = (typeof CONNECTION_NEXT)[number]

/** Input of `generateSPOAuthStateParameter` and `generateAdsOAuthStateParameter`. */
export const BeginConnection = z
  .object({
    region: z.enum(REGIONS),
    redirectUrl: z.enum(CONNECTION_NEXT),
    /** Whose connection it will be. */
    companyId: CompanyId.optional(),
    /** Where the seller account was opened, of which Amazon asks on a page of its own. */
    marketplace: text(10).optional(),
  })
  .refine(
    ({ region, marketplace }) => marketplace === undefined || marketplaceOf(marketplace)?.region === region,
    { path: ['marketplace'], message: 'This marketplace is not one of the region.' },
  )

/** `state` travels to Amazon and back, `browserState` stays in the browser; `consentUrl` is Amazon's page. */
export interface ConnectionBegun {
  state: string
  browserState: string
  consentUrl: string
}

/** Input of `verifySPTokens` and `verifyAdsTokens`: `state` is the browser's. */
export const VerifyTokens = z.object({ companyId: CompanyId, ref: text(200), state: text(200) })

/** Input of `disconnect`. */
export const DisconnectInput = z.object({
  companyId: CompanyId,
  provider: z.enum(CONNECTION_PROVIDERS),
  region: z.enum(REGIONS),
})

/** Input of `getAdsSelectedProfiles`. */
export const ProfilesInput = z.object({ companyId: CompanyId, apiRegion: z.enum(REGIONS) })

const PROFILES_MAX = 600
/** With the country, and what tells it apart from another one. */
const PROFILE_NAME_LENGTH_MAX = 120

/** Input of `specifyAdsSelectedProfiles`. */
export const SelectProfiles = ProfilesInput.extend({
  selectedProfileNames: z
    .array(text(PROFILE_NAME_LENGTH_MAX))
    .min(1, 'Please select at least one profile.')
    .max(PROFILES_MAX),
})

export interface RefreshInformation {
  shouldRequestRefresh: boolean
  /** A day; null where the consent does not lapse, or is broken already. */
  reconnectionRequiredBy: string | null
}

/** Of a region of the Advertising API: `status` is null where nobody has connected it. */
export interface RegionStatus {
  status: 'ACTIVE' | 'BROKEN' | null
  refreshInformation: RefreshInformation
}

/** Answer of `getAmazonAdsOnboardingStatus`. */
export type AdvertisingStatus = Record<Region, RegionStatus>

/** Answer of `getAdsSelectedProfiles`. */
export interface AdvertisingProfiles {
  profiles: { name: string; isSelected: boolean; marketplace: string; currency: string }[]
}

/** How far a source is. */
export interface SourceProgress {
  /** As in `server/sync/sources.ts`. */
  source: string
  label: string
  /** Tasks of it that have ended, and all that are known. */
  done: number
  total: number
  /** The newest day that has arrived; null before the first. */
  reachesTo: string | null
  /** Of those that were given up, in words. */
  problems: string[]
  /** Why what is left has to wait, in words; null where it goes on, and where it has failed for a moment. */
  delay: string | null
  /** When something of it is fetched next. */
  nextAt: string | null
  /** How long the rest takes at the pace of the last minutes; null where nothing is left, and where none can be told. */
  remainingSeconds: number | null
}

export interface ConnectionCard extends RegionStatus {
  provider: ConnectionProvider
  region: Region
  storeName: string | null
  /** Codes. */
  marketplaces: string[]
  authorisedAt: string | null
  /** In words; null while it works. */
  brokenReason: string | null
  sources: SourceProgress[]
}

/** Answer of `getConnections`: a card for each region of each provider. */
export interface Connections {
  /** Which providers whoever runs this installation has set up. */
  available: Record<ConnectionProvider, boolean>
  /** The pretend Amazon answers instead of Amazon. */
  isSandbox: boolean
  cards: ConnectionCard[]
}
