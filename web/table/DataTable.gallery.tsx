import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { CostTable } from './CostTable.fixture.tsx'
import { LargeTable } from './LargeTable.tsx'
import { ProductTable } from './ProductTable.fixture.tsx'
import { sampleProducts } from './sample-products.ts'

export const gallery: GalleryPage = {
  group: 'Table',
  title: 'Data table',
  states: [
    { name: 'Products', render: () => <ProductTable count={48} /> },
    { name: 'Tree', render: () => <CostTable /> },
    { name: 'Loading', render: () => <ProductTable count={48} isLoading /> },
    { name: 'Empty', render: () => <ProductTable count={0} /> },
    { name: 'Large', isAlone: true, render: () => <LargeTable products={sampleProducts(10_000)} /> },
  ],
}
