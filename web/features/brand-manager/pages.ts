/** Asked for by one name: each that asks lists all that it brings. */
export { BrandsPage, MarketplacesPage, ProductsPage } from './BrandManagerPage.tsx'
export { SalesTrafficPage } from './SalesTrafficPage.tsx'
