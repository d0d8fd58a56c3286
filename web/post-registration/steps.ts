import type {
  BrandForm,
  ChannelsForm,
  CompanyForm,
  FullPostRegistration,
  MarketplaceForm,
  PersonalDetails,
  Referral,
} from '#contract/post-registration.ts'
import { PATHS } from '#web/paths.ts'

/** The answers of the steps, each under the name of its step and only once it holds. */
export interface Answers {
  personalDetails?: PersonalDetails
  companyDetails?: CompanyForm
  referral?: Referral
  brandCategories?: BrandForm
  largestAmazonMarketplace?: MarketplaceForm
  otherChannels?: ChannelsForm
}
export type StepId = keyof Answers

export const STEPS = [
  { id: 'personalDetails', path: PATHS.personalDetails, label: 'About you' },
  { id: 'companyDetails', path: PATHS.companyDetails, label: 'Your company' },
  { id: 'referral', path: PATHS.referral, label: 'How you found us' },
  { id: 'brandCategories', path: PATHS.brandCategories, label: 'Brand categories', isOptional: true },
  {
    id: 'largestAmazonMarketplace',
    path: PATHS.largestAmazonMarketplace,
    label: 'Largest marketplace',
    isOptional: true,
  },
  { id: 'otherChannels', path: PATHS.otherChannels, label: 'Other channels', isOptional: true },
] as const satisfies readonly { id: StepId; path: string; label: string; isOptional?: true }[]
export type Step = (typeof STEPS)[number]

export const indexOfStep = (id: StepId): number => STEPS.findIndex((step) => step.id === id)

/** The first step before this one that has no answer yet. */
export const missingBefore = (id: StepId, answers: Answers): Step | undefined =>
  STEPS.slice(0, indexOfStep(id)).find((step) => answers[step.id] === undefined)

/** What is sent in the end; undefined while a step that has to be answered is not. */
export function submissionOf(answers: Answers): FullPostRegistration | undefined {
  const { personalDetails, companyDetails, referral, brandCategories, otherChannels } = answers
  if (!personalDetails || !companyDetails || !referral) return undefined
  const { marketplace, otherMarketplaceName } = answers.largestAmazonMarketplace ?? {}
  const channels = otherChannels?.channels ?? []
  const { roleInCompany } = personalDetails
  const otherRole = 'otherRole' in personalDetails ? personalDetails.otherRole : undefined
  return {
    personalDetails,
    companyDetails: {
      name: companyDetails.companyName,
      ownerOrReseller: companyDetails.ownerOrReseller,
      foundingYear: companyDetails.brandFoundingYear,
      brandCategories: brandCategories?.categories ?? [],
      otherSellingChannels: channels,
      ...(channels.includes('OTHER') && { otherOtherSellingChannels: otherChannels?.otherChannels }),
      ...(marketplace && { largestAmazonMarketplace: marketplace }),
      ...(marketplace === 'OTHER' && { otherAmazonMarketplaceName: otherMarketplaceName }),
    },
    companyRole: { roleInCompany, ...(otherRole !== undefined && { otherRole }) },
    referralDetails: referral,
  }
}
