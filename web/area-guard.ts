import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { preferredCurrency } from './filters/currency-preference.ts'
import { detourOf, type Area, type Visitor } from './gates.ts'
import { PATHS } from './paths.ts'
import { hasPreReleaseFeatures } from './pre-release.ts'
import { rememberReturnAddress } from './session/return-address.ts'
import { hasSession, sessionTokens } from './session/session.ts'
import { rememberCompany, selectedCompanyOf } from './shell/selected-company.ts'
import { queryClient, trpc } from './trpc.ts'

/** What the guards and the pages behind them read; asked once, until a page says that it has changed. */
export const QUERIES = {
  user: trpc.session.getUser.queryOptions(),
  companies: trpc.companies.getUserCompanyOptions.queryOptions(),
  isComplete: trpc.postRegistration.isPostRegistrationComplete.queryOptions(),
  personalDetails: trpc.userSettings.getUserPersonalDetails.queryOptions(),
  isPlatformAdmin: {
    ...trpc.threefinAdmin.isUserThreefinAdmin.queryOptions(),
    // Nothing waits for it.
    meta: { isQuiet: true },
  },
  blockStatus: (companyId: string) => trpc.companies.isCompanyBlocked.queryOptions({ companyId }),
  coverage: (companyId: string) => trpc.imports.getCoverage.queryOptions({ companyId }),
  isCriticalSyncComplete: (companyId: string) =>
    trpc.amazon.isCriticalSyncComplete.queryOptions({ companyId }),
}

interface Visit {
  location: { href: string; pathname: string }
  preload: boolean
}

export interface CompanyOption {
  id: string
  isDemo: boolean
}

/** Whether an answer says what is hoped for. If not, it is asked for anew, because others may have changed it. */
async function holds<Data, Problem, Key extends QueryKey>(
  query: FetchQueryOptions<Data, Problem, Data, Key>,
  says: (data: Data) => boolean,
): Promise<boolean> {
  return (
    says(await queryClient.ensureQueryData(query)) ||
    says(await queryClient.fetchQuery({ ...query, staleTime: 0 }))
  )
}

/** Before somebody waits for it, unless it is known. A failure is met by who waits. */
const readAhead = <Data, Problem, Key extends QueryKey>(query: FetchQueryOptions<Data, Problem, Data, Key>) =>
  void queryClient.ensureQueryData(query).catch(() => {})

const isCriticalSyncComplete = async ({ id, isDemo }: CompanyOption): Promise<boolean> =>
  isDemo || holds(QUERIES.isCriticalSyncComplete(id), (isComplete) => isComplete)

/** Whether a company has data, or a connection, or its first data is on its way. */
export async function isConnected(company: CompanyOption): Promise<boolean> {
  const { id, isDemo } = company
  if (isDemo) return true
  // The rule after this one waits for it.
  readAhead(QUERIES.isCriticalSyncComplete(id))
  return (
    (await holds(QUERIES.coverage(id), ({ connectedRegions }) => connectedRegions.length > 0)) ||
    (await holds(trpc.amazon.getSellingPartnerOnboardingStatus.queryOptions({ companyId: id }), (regions) =>
      Object.values(regions).includes(true),
    )) ||
    !(await isCriticalSyncComplete(company))
  )
}

/** Lets in whom the rules of the area let in. Others make a detour, and then come to where they wanted to go. */
export async function guard(area: Area, { location, preload }: Visit, companyId?: string): Promise<void> {
  if (companyId !== undefined && hasSession()) {
    // Rules are asked one after the other; what the first of them have to know is read at once.
    readAhead(QUERIES.isComplete)
    readAhead(QUERIES.companies)
    readAhead(QUERIES.blockStatus(companyId))
  }
  const detour = await detourOf(area, visitorOf(companyId))
  if (detour === null) return
  if (!preload) {
    // Who is no administrator is not to come back there.
    if (isDestination(area, location.pathname) && detour !== PATHS.index) rememberReturnAddress(location.href)
    if (companyId !== undefined && isAboutCompany(detour)) rememberCompany(companyId)
  }
  const signal: unknown = redirect({ to: detour, replace: true })
  throw signal
}

/** These pages speak of the company that somebody wanted to see. */
const isAboutCompany = (detour: string): boolean =>
  detour === PATHS.onboarding || detour === PATHS.syncInProgress || detour === PATHS.blocked

/** Every detour leads through the start page in the end, and what lies on the detours is no place to come back to. */
const isDestination = (area: Area, pathname: string): boolean =>
  area !== 'authenticated' && area !== 'onboarding' && area !== 'syncing' && pathname !== PATHS.home

const isBlocked = async (companyId: string): Promise<boolean> => {
  const status = queryClient.ensureQueryData(QUERIES.blockStatus(companyId))
  // What cannot be learnt of a company is for its page to say.
  return status.then(
    ({ blocked }) => blocked,
    () => false,
  )
}

function visitorOf(companyId?: string): Visitor {
  const user = () => queryClient.ensureQueryData(QUERIES.user)
  const companies = () => queryClient.ensureQueryData(QUERIES.companies)
  const isPlatformAdmin = () => queryClient.ensureQueryData(QUERIES.isPlatformAdmin)
  /** Who may look into companies now, as administrators do who have proved to be one. */
  const looksIntoAll = async () => (await user())?.isPlatformAdmin ?? false
  const isVisitingAdmin = async () => companyId !== undefined && looksIntoAll()
  const ofCompany = async (holds: (company: CompanyOption) => Promise<boolean>): Promise<boolean> => {
    const known = await companies()
    const company =
      companyId === undefined ? selectedCompanyOf(known) : known.find(({ id }) => id === companyId)
    return company === undefined || holds(company)
  }
  return {
    hasSession: async () => {
      // Where the pool cannot be reached to renew a session, the page's own calls say so.
      await sessionTokens().catch(() => null)
      return hasSession()
    },
    isPostRegistrationComplete: async () =>
      (await queryClient.ensureQueryData(QUERIES.isComplete)) || isVisitingAdmin(),
    hasPersonalDetails: async () => (await queryClient.ensureQueryData(QUERIES.personalDetails)) !== null,
    // The demo account sees its company's currency until it chooses another one.
    hasCurrencyPreference: async () => preferredCurrency() !== undefined || ((await user())?.isDemo ?? false),
    hasCompany: async () => (await companies()).length > 0 || isVisitingAdmin(),
    isLetIn: async () => {
      const id = companyId ?? selectedCompanyOf(await companies())?.id
      return id === undefined || !(await isBlocked(id)) || looksIntoAll()
    },
    isPlatformAdmin,
    // A company of others is not found, which is for the page to say.
    isConnected: () => ofCompany(isConnected),
    isCriticalSyncComplete: () => ofCompany(isCriticalSyncComplete),
    hasPreReleaseFeatures,
  }
}
