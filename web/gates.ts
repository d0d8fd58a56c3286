import { PATHS } from './paths.ts'

/** What the rules ask about whoever wants to see a page. Each is asked only when the rules before it are met. */
export interface Visitor {
  hasSession: () => Promise<boolean>
  isPostRegistrationComplete: () => Promise<boolean>
  hasPersonalDetails: () => Promise<boolean>
  hasCurrencyPreference: () => Promise<boolean>
  hasCompany: () => Promise<boolean>
  /** Of the company that the page is about: nobody has shut its people out, or the visitor is above that. */
  isLetIn: () => Promise<boolean>
  /** Of the company that the page is about: it has imported files, or they are on their way, or it is the demo. */
  isConnected: () => Promise<boolean>
  /** Enough of the company's data is there for pages to show something. */
  isCriticalSyncComplete: () => Promise<boolean>
  hasPreReleaseFeatures: () => boolean
  isPlatformAdmin: () => Promise<boolean>
}

type Detour = (typeof PATHS)[
  'auth' | 'postRegistration' | 'currencyPreference' | 'onboarding' | 'syncInProgress' | 'blocked' | 'index']
type Rule = readonly [asks: keyof Visitor, otherwise: Detour]

const SESSION: Rule = ['hasSession', PATHS.auth]
const POST_REGISTRATION: Rule = ['isPostRegistrationComplete', PATHS.postRegistration]
const PERSONAL_DETAILS: Rule = ['hasPersonalDetails', PATHS.postRegistration]
const CURRENCY: Rule = ['hasCurrencyPreference', PATHS.currencyPreference]
const COMPANY: Rule = ['hasCompany', PATHS.postRegistration]
const BLOCK: Rule = ['isLetIn', PATHS.blocked]
const CONNECTION: Rule = ['isConnected', PATHS.onboarding]
const SYNC: Rule = ['isCriticalSyncComplete', PATHS.syncInProgress]
const PRE_RELEASE: Rule = ['hasPreReleaseFeatures', PATHS.index]
const PLATFORM_ADMIN: Rule = ['isPlatformAdmin', PATHS.index]

/** For each area the rules in the order in which they are asked, and where the first that is not met leads. */
export const GATES = {
  authenticated: [SESSION],
  onboarding: [SESSION, POST_REGISTRATION, PERSONAL_DETAILS, BLOCK],
  /** The page where files are imported is open to companies that have none. */
  importing: [SESSION, POST_REGISTRATION, CURRENCY, COMPANY, BLOCK],
  /** Where somebody waits for the first data. */
  syncing: [SESSION, POST_REGISTRATION, CURRENCY, COMPANY, BLOCK, CONNECTION],
  onboarded: [SESSION, POST_REGISTRATION, CURRENCY, COMPANY, BLOCK, CONNECTION, SYNC],
  /** Pages that are not finished. */
  preRelease: [SESSION, POST_REGISTRATION, CURRENCY, COMPANY, BLOCK, CONNECTION, SYNC, PRE_RELEASE],
  /** Whoever runs the platform need not sell anything. */
  admin: [SESSION, PLATFORM_ADMIN],
} as const satisfies Record<string, readonly Rule[]>
export type Area = keyof typeof GATES

/** Where a visitor of an area has to go first; null when nothing stands in the way. */
export async function detourOf(area: Area, visitor: Visitor): Promise<Detour | null> {
  for (const [asks, otherwise] of GATES[area]) {
    if (!(await visitor[asks]())) return otherwise
  }
  return null
}
