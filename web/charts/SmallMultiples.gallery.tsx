import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { periodText } from './period-axis.ts'
import { SmallMultiples, type Multiple } from './SmallMultiples.tsx'
import { weeklySales, weeks } from './sample.fixture.ts'

const NAMES = ['Germany', 'United Kingdom', 'France', 'Italy', 'A very long name of a brand that is cut']
const items: Multiple[] = NAMES.map((name, index) => ({
  id: name,
  name,
  value: String(466_751 - index * 90_000),
  previous: index === 3 ? '250000' : String(400_000 - index * 90_000),
  values: weeklySales.values,
  ...(weeklySales.prior && { prior: weeklySales.prior }),
}))

const shown = {
  label: 'Sales by marketplace',
  unit: { kind: 'money', currencyCode: 'EUR' },
  tone: 'sales',
  better: 'more',
  periodAt: (index: number) => periodText(weeks[index]!, 'week'),
} as const

export const gallery: GalleryPage = {
  group: 'Charts',
  title: 'Small multiples',
  states: [
    {
      name: 'The largest first, each on its own scale',
      render: () => <SmallMultiples {...shown} items={items} />,
    },
    {
      name: 'Narrow, beside another section',
      render: () => <SmallMultiples {...shown} items={items} isDense />,
    },
    {
      name: 'One that is new, one without data',
      render: () => (
        <SmallMultiples
          {...shown}
          items={[
            { ...items[0]!, id: 'new', name: 'Poland', previous: '0' },
            {
              ...items[1]!,
              id: 'none',
              name: 'Sweden',
              value: null,
              previous: null,
              values: items[1]!.values.map(() => null),
            },
          ]}
        />
      ),
    },
  ],
}
