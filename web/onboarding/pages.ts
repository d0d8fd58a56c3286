/** One file, because whoever sees the first of them sees the others as well. */
export { AdvertisingPage } from './AdvertisingPage.tsx'
export { CurrencyPreferencePage } from './CurrencyPreferencePage.tsx'
export { SellerCentralPage } from './SellerCentralPage.tsx'
