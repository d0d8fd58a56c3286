import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { EditedCosts } from './EditedCosts.fixture.tsx'

export const gallery: GalleryPage = {
  group: 'Table',
  title: 'Cells that are typed into',
  states: [
    { name: 'As it was', render: () => <EditedCosts /> },
    {
      name: 'Changed, emptied, not valid',
      render: () => (
        <EditedCosts
          typed={[
            { row: 'SKU-1001', column: 'unitCost', typed: '5.85' },
            { row: 'SKU-1014', column: 'freight', typed: '' },
            { row: 'SKU-1041', column: 'unitCost', typed: 'about six' },
            { row: 'SKU-1022', column: 'note', typed: 'Asked on Monday' },
          ]}
        />
      ),
    },
    {
      name: 'Saving fails',
      render: () => (
        <EditedCosts
          failure="The costs could not be saved. Try again."
          typed={[{ row: 'SKU-1001', column: 'unitCost', typed: '5.85' }]}
        />
      ),
    },
  ],
}
