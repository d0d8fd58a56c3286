import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { PagedProducts } from './PagedProducts.fixture.tsx'

export const gallery: GalleryPage = {
  group: 'Table',
  title: 'Pages, details and chosen rows',
  states: [
    { name: 'Products', render: () => <PagedProducts /> },
    { name: 'Rows chosen', render: () => <PagedProducts chosen={['0', '3', '4']} /> },
    { name: 'The next page is being read', render: () => <PagedProducts isBusy /> },
    { name: 'Its page has gone', render: () => <PagedProducts search="SKU-11" page={40} /> },
    { name: 'Nothing found', render: () => <PagedProducts search="no such product" /> },
    {
      name: 'Many rows, whose details have a known height',
      isAlone: true,
      render: () => <PagedProducts pageSize={2_000} detailHeight={96} />,
    },
  ],
}
