import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { DateRule } from './DateRule.tsx'
import { Money, NoEnd, NoValue, NumberText, Percent } from './NumberText.tsx'
import { growthText, priceText } from './numbers.ts'

export const gallery: GalleryPage = {
  group: 'Feedback',
  title: 'Numbers and dates',
  states: [
    {
      name: 'Money',
      render: () => (
        <span>
          <Money value="412380.5" currencyCode="EUR" />
        </span>
      ),
    },
    { name: 'In a table', render: () => <NumberText value="1284020" /> },
    { name: 'Unit price', render: () => <NumberText value="24.99" format={priceText} /> },
    { name: 'Cost, below zero by nature', render: () => <NumberText value="-13062" /> },
    { name: 'Loss', render: () => <NumberText value="-13062" isResult /> },
    {
      name: 'Percent, and a change',
      render: () => (
        <>
          <Percent share={0.122} />
          <span>{growthText(0.112)}</span>
          <span>{growthText(12)}</span>
        </>
      ),
    },
    {
      name: 'Missing, without an end, and zero',
      render: () => (
        <>
          <NoValue />
          <NoEnd />
          <NumberText value="0" />
        </>
      ),
    },
    {
      name: 'Date rule: comparison hatched, selection solid, today brass',
      render: () => (
        <div style={{ width: '100%' }}>
          <DateRule
            selected={{ start: '2026-08-15', end: '2026-11-19' }}
            comparison={{ start: '2026-05-11', end: '2026-08-14' }}
            today="2026-11-20"
          />
        </div>
      ),
    },
    {
      name: 'Date rule without a comparison',
      render: () => (
        <div style={{ width: '100%' }}>
          <DateRule
            selected={{ start: '2026-10-01', end: '2026-10-31' }}
            comparison={null}
            today="2026-11-20"
          />
        </div>
      ),
    },
  ],
}
