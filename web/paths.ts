import type { JournalDownload } from '#contract/journals.ts'

/** Every address of the application, as the router names them. */
export const PATHS = {
  index: '/',
  home: '/home',
  postRegistration: '/postRegistration',
  personalDetails: '/postRegistration/personalDetails',
  companyDetails: '/postRegistration/companyDetails',
  referral: '/postRegistration/referral',
  brandCategories: '/postRegistration/brandCategories',
  largestAmazonMarketplace: '/postRegistration/largestAmazonMarketplace',
  otherChannels: '/postRegistration/otherChannels',
  currencyPreference: '/currencyPreference',
  onboarding: '/onboarding',
  onboardingSellerCentral: '/onboarding/sellerCentral',
  onboardingAdvertising: '/onboarding/advertising',
  auth: '/auth',
  logIn: '/auth/logIn',
  register: '/auth/register',
  emailVerification: '/auth/emailVerification',
  verificationSuccessful: '/auth/verificationSuccessful',
  addMfa: '/auth/addMfa',
  addMfaSuccessful: '/auth/addMfaSuccessful',
  mfaChallenge: '/auth/mfaChallenge',
  forgotPassword: '/auth/forgotPassword',
  overridePassword: '/auth/overridePassword',
  signOut: '/auth/signOut',
  noInternet: '/noInternet',
  licenses: '/licenses',
  debug: '/debug',
  syncInProgress: '/syncInProgress',
  blocked: '/blocked',
  admin: '/admin/$page',
  transactionProfitAndLoss: '/$companyId/profitAndLoss/transaction',
  reconciliation: '/$companyId/profitAndLoss/reconciliation',
  orderProfitAndLoss: '/$companyId/profitAndLoss/order',
  allInOne: '/$companyId/allInOne',
  brandManagerMarketplace: '/$companyId/brandManager/marketplace',
  brandManagerBrand: '/$companyId/brandManager/brand',
  brandManagerProduct: '/$companyId/brandManager/product',
  salesAndTraffic: '/$companyId/brandManager/salesAndTraffic',
  unitEconomics: '/$companyId/unitEconomics',
  expenses: '/$companyId/opex',
  productMaster: '/$companyId/productMaster',
  accountingMonths: '/$companyId/accounting/months',
  journals: '/$companyId/accounting/journals',
  vatReport: '/$companyId/accounting/vat',
  bankMatch: '/$companyId/accounting/bank',
  connections: '/$companyId/connections',
  import: '/$companyId/import',
  reportGuide: '/$companyId/import/reports',
  glossary: '/$companyId/glossary',
  userDetails: '/$companyId/userSettings/personalDetails',
  userPassword: '/$companyId/userSettings/password',
  userMfa: '/$companyId/userSettings/mfa',
  userSessions: '/$companyId/userSettings/sessions',
  companyGeneral: '/$companyId/companySettings/general',
  companySqp: '/$companyId/companySettings/sqp',
  companyTeam: '/$companyId/companySettings/team',
  subscription: '/$companyId/subscription',
  companyDeletion: '/companyDeletion/$companyId',
} as const

/** Pages of one company. */
export type CompanyPath = Extract<(typeof PATHS)[keyof typeof PATHS], `/$companyId/${string}`>

/** Of the exchange rates on the page of general settings. */
export const RATES_ANCHOR = 'rates'

/** Days without a file, for the import page: `?missing=2026-03-01.2026-03-31&of=Europe,+EUR`. */
export const missingSearch = ({
  startDate,
  endDate,
  account,
  currency,
}: Record<'startDate' | 'endDate' | 'account' | 'currency', string>) => ({
  missing: `${startDate}.${endDate}`,
  of: [account, currency].filter(Boolean).join(', '),
})

const ofCompany = (importPath: string, companyId: string, ticket: string) =>
  `/${importPath}?${new URLSearchParams({ companyId, ticket })}`

/** Addresses outside the router: plain HTTP of the server. */
export const fileUrls = {
  upload: (companyId: string, fileName: string, account?: string) =>
    `/imports?${new URLSearchParams({ companyId, fileName, ...(account ? { account } : {}) })}`,
  refusedRows: (companyId: string, importId: number, ticket: string) =>
    ofCompany(`files/imports/${importId}/refused.csv`, companyId, ticket),
  journals: (companyId: string, download: JournalDownload, ticket: string) =>
    `/files/journals?${new URLSearchParams({ companyId, download: JSON.stringify(download), ticket }).toString()}`,
  original: (companyId: string, importId: number, ticket: string) =>
    ofCompany(`files/imports/${importId}/original`, companyId, ticket),
}
