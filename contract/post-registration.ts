/** What somebody is asked after signing up: the forms of the six steps, and what is sent of them in the end. */
import { z } from 'zod'
import { COUNTRY_CODES } from './countries.ts'
import { isPlainName, NAME_MESSAGE } from './names.ts'
import { text } from './fields.ts'

export const ROLES_IN_COMPANY = [
  'ASSISTANT_BRAND_MANAGER',
  'BRAND_MANAGER',
  'CEO',
  'FOUNDER',
  'HEAD_OF_E_COMMERCE',
  'HEAD_OF_MARKETING',
  'MARKETING_MANAGER',
  'VIRTUAL_ASSISTANT',
  'OTHER',
] as const
export type RoleInCompany = (typeof ROLES_IN_COMPANY)[number]

export const COMPANY_TYPES = ['BRAND_OWNER', 'RESELLER'] as const
export type CompanyType = (typeof COMPANY_TYPES)[number]

export const REFERRERS = [
  'THREEFIN_WEBSITE',
  'THREEFIN_BLOG',
  'RECOMMENDED',
  'GOOGLE',
  'YOU_TUBE',
  'LINKED_IN',
  'INSTAGRAM',
  'TIK_TOK',
  'FACEBOOK',
  'THIRD_PARTY_SITE',
  'OTHER',
] as const
export type Referrer = (typeof REFERRERS)[number]

export const BRAND_CATEGORIES = [
  'AUTOMOTIVE',
  'BABY_AND_KIDS',
  'BEAUTY_AND_HEALTH',
  'COMPUTER_AND_ELECTRONICS',
  'FASHION',
  'FOOD_AND_GROCERY',
  'HOME_GARDEN_AND_TOOLS',
  'PET_SUPPLIES',
  'SPORTS_AND_OUTDOORS',
  'TOYS_AND_GAMES',
] as const
export type BrandCategory = (typeof BRAND_CATEGORIES)[number]

export const LARGEST_MARKETPLACES = ['CA', 'FR', 'DE', 'IT', 'ES', 'GB', 'US', 'OTHER'] as const
export type LargestMarketplace = (typeof LARGEST_MARKETPLACES)[number]

export const OTHER_CHANNELS = [
  'ALI_EXPRESS',
  'TIK_TOK',
  'FACEBOOK_MARKETPLACE',
  'INSTAGRAM',
  'SHOPIFY',
  'WALMART',
  'OTHER',
] as const
export type OtherChannel = (typeof OTHER_CHANNELS)[number]

const TEXT_LENGTH = { min: 2, max: 100 }
/** With blanks around it, and also where it is not asked for. */
const SENT_LENGTH_MAX = 10_000
const FOUNDING_YEAR_MIN = 1000

const MESSAGES = {
  name: 'Please provide a name between 2 and 100 characters.',
  role: 'Provide your role.',
  otherRole: 'Provide the name of your role.',
  country: 'Provide your country of residence.',
  companyName: 'Provide a company name between 2 and 100 characters.',
  year: 'Provide a valid year.',
  one: 'Please select one.',
  otherReferral: 'Please let us know how you found us!',
  otherMarketplace: 'Please let us know what the other marketplace is.',
  otherChannels: 'Please let us know about the other channels.',
} as const

const shortText = (message: string) =>
  text(SENT_LENGTH_MAX, message).trim().min(TEXT_LENGTH.min, message).max(TEXT_LENGTH.max, message)

/** Asked for only where OTHER is chosen; elsewhere whatever it holds is no mistake, and is not kept. */
const otherText = text(SENT_LENGTH_MAX).trim().optional()

/** Says that a text is missing whether or not another field is wrong, too. */
const asksForOther = <Value extends object>(
  path: keyof Value & string,
  message: string,
  isOther: (value: Value) => boolean,
): [check: (value: Value) => boolean, params: { path: string[]; message: string; when: () => boolean }] => [
  (value) => !isOther(value) || shortText(message).safeParse(value[path]).success,
  { path: [path], message, when: () => true },
]

const nameText = (message: string) => shortText(message).refine(isPlainName, NAME_MESSAGE)

export const CompanyName = nameText(MESSAGES.companyName)

const personalFields = {
  name: nameText(MESSAGES.name),
  roleInCompany: z.enum(ROLES_IN_COMPANY, MESSAGES.role),
  otherRole: otherText,
  countryOfResidence: z
    .string(MESSAGES.country)
    .refine((code) => COUNTRY_CODES.includes(code), MESSAGES.country),
  acceptsMarketingEmails: z.boolean(),
}
interface RoleAnswer {
  roleInCompany: RoleInCompany
  otherRole?: string | undefined
}
const roleIsNamed = asksForOther<RoleAnswer>(
  'otherRole',
  MESSAGES.otherRole,
  ({ roleInCompany }) => roleInCompany === 'OTHER',
)

export const PersonalDetails = z
  .object(personalFields)
  .refine(...roleIsNamed)
  .transform(({ otherRole, ...details }) =>
    details.roleInCompany === 'OTHER' && otherRole !== undefined ? { ...details, otherRole } : details,
  )
export type PersonalDetails = z.infer<typeof PersonalDetails>

/** From the year 1000 to this one; which that is, the caller knows. */
export const foundingYear = (currentYear: number) =>
  z.int(MESSAGES.year).min(FOUNDING_YEAR_MIN, MESSAGES.year).max(currentYear, MESSAGES.year)

export const companyForm = (currentYear: number) =>
  z.object({
    companyName: CompanyName,
    brandFoundingYear: foundingYear(currentYear),
    ownerOrReseller: z.enum(COMPANY_TYPES, MESSAGES.one),
  })
export type CompanyForm = z.infer<ReturnType<typeof companyForm>>

export const Referral = z
  .object({ referrer: z.enum(REFERRERS, MESSAGES.one), otherReferralDescription: otherText })
  .refine(
    ...asksForOther<{ referrer: Referrer; otherReferralDescription?: string | undefined }>(
      'otherReferralDescription',
      MESSAGES.otherReferral,
      ({ referrer }) => referrer === 'OTHER',
    ),
  )
  .transform(({ referrer, otherReferralDescription }) =>
    referrer === 'OTHER' && otherReferralDescription !== undefined
      ? { referrer, otherReferralDescription }
      : { referrer },
  )
export type Referral = z.infer<typeof Referral>

const brandCategories = z.array(z.enum(BRAND_CATEGORIES)).max(BRAND_CATEGORIES.length)
export const BrandForm = z.object({ categories: brandCategories })
export type BrandForm = z.infer<typeof BrandForm>

export const MarketplaceForm = z
  .object({ marketplace: z.enum(LARGEST_MARKETPLACES).nullable(), otherMarketplaceName: otherText })
  .refine(
    ...asksForOther<{ marketplace: LargestMarketplace | null; otherMarketplaceName?: string | undefined }>(
      'otherMarketplaceName',
      MESSAGES.otherMarketplace,
      ({ marketplace }) => marketplace === 'OTHER',
    ),
  )
export type MarketplaceForm = z.infer<typeof MarketplaceForm>

export const ChannelsForm = z
  .object({ channels: z.array(z.enum(OTHER_CHANNELS)), otherChannels: otherText })
  .refine(
    ...asksForOther<{ channels: OtherChannel[]; otherChannels?: string | undefined }>(
      'otherChannels',
      MESSAGES.otherChannels,
      ({ channels }) => Array.isArray(channels) && channels.includes('OTHER'),
    ),
  )
export type ChannelsForm = z.infer<typeof ChannelsForm>

/** The year is checked against the clock where there is one. */
const CompanyDetails = z
  .object({
    name: CompanyName,
    ownerOrReseller: z.enum(COMPANY_TYPES, MESSAGES.one),
    foundingYear: foundingYear(9999),
    brandCategories: brandCategories.default([]),
    otherSellingChannels: z.array(z.enum(OTHER_CHANNELS)).max(OTHER_CHANNELS.length).default([]),
    otherOtherSellingChannels: otherText,
    largestAmazonMarketplace: z.enum(LARGEST_MARKETPLACES).optional(),
    otherAmazonMarketplaceName: otherText,
  })
  .refine(
    ...asksForOther<{ otherSellingChannels: OtherChannel[]; otherOtherSellingChannels?: string | undefined }>(
      'otherOtherSellingChannels',
      MESSAGES.otherChannels,
      ({ otherSellingChannels }) =>
        Array.isArray(otherSellingChannels) && otherSellingChannels.includes('OTHER'),
    ),
  )
  .refine(
    ...asksForOther<{
      largestAmazonMarketplace?: LargestMarketplace | undefined
      otherAmazonMarketplaceName?: string | undefined
    }>(
      'otherAmazonMarketplaceName',
      MESSAGES.otherMarketplace,
      ({ largestAmazonMarketplace }) => largestAmazonMarketplace === 'OTHER',
    ),
  )
export type CompanyDetails = z.infer<typeof CompanyDetails>

const CompanyRole = z
  .object({ roleInCompany: personalFields.roleInCompany, otherRole: otherText })
  .refine(...roleIsNamed)

/** `postRegistration.submitFullPostRegistrationData` */
export const FullPostRegistration = z.object({
  /** The draft that is sent: sent again, it is the same company. */
  registrationId: z.uuid().optional(),
  personalDetails: PersonalDetails,
  companyDetails: CompanyDetails,
  companyRole: CompanyRole,
  referralDetails: Referral,
})
export type FullPostRegistration = z.infer<typeof FullPostRegistration>

/** `postRegistration.submitPersonalPostRegistrationData` */
export const PersonalPostRegistration = z.object({ personalDetails: PersonalDetails })

/** `userSettings.getUserPersonalDetails`: null until somebody has told them. */
export interface UserPersonalDetails {
  name: string
  roleInCompany: RoleInCompany
  otherRole: string | null
  countryOfResidenceIsoCode: string
  acceptsMarketingEmails: boolean
}
