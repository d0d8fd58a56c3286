/** One file: whoever sees the first of these small pages sees the others right after it. */
export { BrandCategoriesPage } from './BrandCategoriesPage.tsx'
export { CompanyDetailsPage } from './CompanyDetailsPage.tsx'
export { LargestMarketplacePage } from './LargestMarketplacePage.tsx'
export { OtherChannelsPage } from './OtherChannelsPage.tsx'
export { PersonalDetailsPage } from './PersonalDetailsPage.tsx'
export { ReferralPage } from './ReferralPage.tsx'
