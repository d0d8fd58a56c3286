import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { Timeline } from './Timeline.tsx'

export const gallery: GalleryPage = {
  group: 'Feedback',
  title: 'Timeline',
  states: [
    {
      name: 'Changes of a product, one of them planned',
      render: () => (
        <Timeline
          label="Changes"
          entries={[
            {
              id: 'cost',
              day: '2026-12-01',
              title: 'Cost of goods 5.60 to 5.95 EUR',
              text: 'All marketplaces',
              isPlanned: true,
            },
            { id: 'price', day: '2026-11-12', title: 'Price 24.99 to 22.99 EUR', text: 'Germany' },
            { id: 'stock', day: '2026-10-30', title: 'Back in stock' },
          ]}
        />
      ),
    },
  ],
}
