import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { Tabs } from './Tabs.tsx'

export const gallery: GalleryPage = {
  group: 'Controls',
  title: 'Tabs',
  states: [
    {
      name: 'Words',
      render: () => (
        <Tabs
          label="Search queries"
          tabs={[
            { id: 'markets', label: 'Custom markets', content: 'Markets that are put together by hand.' },
            { id: 'sqp', label: 'SQP analyzer', content: 'Search queries, week by week.' },
            { id: 'funnel', label: 'Funnel analyzer', content: 'Where share is lost.', isDisabled: true },
          ]}
        />
      ),
    },
    {
      name: 'With counts',
      render: () => (
        <Tabs
          label="Selection"
          tabs={[
            { id: 'products', label: 'Products', count: 12, content: 'Twelve products.' },
            { id: 'tags', label: 'Tags', count: 2, content: 'Two tags.' },
            { id: 'categories', label: 'Categories', count: 1, content: 'One category.' },
          ]}
        />
      ),
    },
  ],
}
