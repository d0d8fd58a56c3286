import type {
  BrandCategory,
  CompanyType,
  LargestMarketplace,
  OtherChannel,
  Referrer,
  RoleInCompany,
} from '#contract/post-registration.ts'

export const ROLE_LABELS: Record<RoleInCompany, string> = {
  ASSISTANT_BRAND_MANAGER: 'Assistant brand manager',
  BRAND_MANAGER: 'Brand manager',
  CEO: 'CEO',
  FOUNDER: 'Founder',
  HEAD_OF_E_COMMERCE: 'Head of e-commerce',
  HEAD_OF_MARKETING: 'Head of marketing',
  MARKETING_MANAGER: 'Marketing manager',
  VIRTUAL_ASSISTANT: 'Virtual assistant',
  OTHER: 'Other',
}

export const COMPANY_TYPE_LABELS: Record<CompanyType, string> = {
  BRAND_OWNER: 'Brand owner',
  RESELLER: 'Reseller',
}

export const REFERRER_LABELS: Record<Referrer, string> = {
  THREEFIN_WEBSITE: 'Sextant website',
  THREEFIN_BLOG: 'Sextant blog',
  RECOMMENDED: 'Recommended to me',
  GOOGLE: 'Google',
  YOU_TUBE: 'YouTube',
  LINKED_IN: 'LinkedIn',
  INSTAGRAM: 'Instagram',
  TIK_TOK: 'TikTok',
  FACEBOOK: 'Facebook',
  THIRD_PARTY_SITE: 'Another website',
  OTHER: 'Other',
}

export const BRAND_CATEGORY_LABELS: Record<BrandCategory, string> = {
  AUTOMOTIVE: 'Automotive',
  BABY_AND_KIDS: 'Baby and kids',
  BEAUTY_AND_HEALTH: 'Beauty and health',
  COMPUTER_AND_ELECTRONICS: 'Computer and electronics',
  FASHION: 'Fashion',
  FOOD_AND_GROCERY: 'Food and grocery',
  HOME_GARDEN_AND_TOOLS: 'Home, garden and tools',
  PET_SUPPLIES: 'Pet supplies',
  SPORTS_AND_OUTDOORS: 'Sports and outdoors',
  TOYS_AND_GAMES: 'Toys and games',
}

export const MARKETPLACE_LABELS: Record<LargestMarketplace, string> = {
  CA: 'Canada',
  FR: 'France',
  DE: 'Germany',
  IT: 'Italy',
  ES: 'Spain',
  GB: 'United Kingdom',
  US: 'United States',
  OTHER: 'Other',
}

export const CHANNEL_LABELS: Record<OtherChannel, string> = {
  ALI_EXPRESS: 'AliExpress',
  TIK_TOK: 'TikTok',
  FACEBOOK_MARKETPLACE: 'Facebook Marketplace',
  INSTAGRAM: 'Instagram',
  SHOPIFY: 'Shopify',
  WALMART: 'Walmart',
  OTHER: 'Other',
}

/** Labels as choices, in their order. */
export const choicesOf = <T extends string>(labels: Record<T, string>): { value: T; label: string }[] =>
  (Object.keys(labels) as T[]).map((value) => ({ value, label: labels[value] }))
