import { useState } from 'react'
import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { AttentionList, type Attention } from './AttentionList.tsx'

const ITEMS: Attention[] = [
  {
    id: 'costs',
    level: 'note',
    title: '2 products have no cost of goods',
    text: 'Estimated profit leaves them out',
  },
  {
    id: 'stock',
    level: 'bad',
    title: '3 products run out within 14 days',
    text: 'Bedside lamp has 6 days of cover in Germany',
  },
  {
    id: 'refunds',
    level: 'warn',
    title: 'Refund rate of one product doubled',
    text: 'Clay planter, 8.9% against 4.3% in October',
  },
]

function WithActs() {
  const [acted, setActed] = useState('')
  const labels: Record<string, string> = {
    costs: 'Enter costs',
    stock: 'Show products',
    refunds: 'Show refunds',
  }
  return (
    <div style={{ width: 420 }}>
      <AttentionList
        label="Needs attention"
        calm="Nothing needs attention."
        items={ITEMS.map((item) => ({
          ...item,
          act: { label: labels[item.id]!, onPress: () => setActed(item.id) },
        }))}
      />
      <output>{acted}</output>
    </div>
  )
}

export const gallery: GalleryPage = {
  group: 'Feedback',
  title: 'Attention list',
  states: [
    { name: 'The worst first, each with its act', render: () => <WithActs /> },
    {
      name: 'To be read, in a narrow section',
      render: () => (
        <div style={{ width: 260 }}>
          <AttentionList label="To be read" items={ITEMS} calm="Nothing needs attention." />
        </div>
      ),
    },
    {
      name: 'Nothing',
      render: () => <AttentionList label="Nothing" items={[]} calm="Nothing needs attention." />,
    },
  ],
}
