import { neighboursIn } from './neighbours.ts'
import { useState } from 'react'
import { KeyFigures, type KeyFigure } from '#web/charts/KeyFigures.tsx'
import { LedgerWaterfall } from '#web/charts/LedgerWaterfall.tsx'
import type { LedgerStep } from '#web/charts/waterfall.ts'
import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { priceText } from './numbers.ts'
import { RecordInspector } from './RecordInspector.tsx'
import { Thumbnail } from './Thumbnail.tsx'

const NAMES = [
  'Steel water bottle, 750 ml',
  'Glass storage jar, set of 6',
  'A product whose name is longer than its head is wide',
]
const euros = { kind: 'money', currencyCode: 'EUR' } as const
const FIGURES: KeyFigure[] = [
  { id: 'sales', label: 'Sales', unit: euros, value: '18543.10', prior: '17346.20', better: 'more' },
  { id: 'units', label: 'Units', unit: { kind: 'count' }, value: '742', prior: '699', better: 'more' },
  { id: 'profit', label: 'Net profit', unit: euros, value: '3176.00', prior: '3051', better: 'more' },
  {
    id: 'rate',
    label: 'Unit session rate',
    unit: { kind: 'ratio' },
    value: '0.148',
    prior: '0.142',
    better: 'more',
  },
  {
    id: 'offer',
    label: 'Featured Offer',
    unit: { kind: 'ratio' },
    value: '0.958',
    prior: '0.972',
    better: 'more',
  },
  {
    id: 'cover',
    label: 'Stock cover',
    unit: { kind: 'count', unit: 'days' },
    value: '28',
    note: 'order today',
  },
]
const STEPS: LedgerStep[] = [
  { id: 'price', label: 'Price incl. VAT', amount: '24.99', tone: 'sales' },
  { id: 'vat', label: 'VAT', amount: '-4.16', tone: 'other' },
  { id: 'referral', label: 'Referral fee', amount: '-3.75', tone: 'fees' },
  { id: 'fulfilment', label: 'Fulfilment', amount: '-3.92', tone: 'fees' },
  { id: 'cogs', label: 'Cost of goods', amount: '-6.16', tone: 'cogs' },
  { id: 'ads', label: 'Advertising', amount: '-1.25', tone: 'ads' },
]

function Product({ hasPicture = true }: { hasPicture?: boolean }) {
  const [at, setAt] = useState(0)
  const waterfall = (
    <LedgerWaterfall
      summary="From price to profit"
      steps={STEPS}
      resultLabel="Profit per unit"
      format={{ short: priceText, full: priceText }}
    />
  )
  return (
    <div style={{ display: 'flex', width: '100%', height: 560, justifyContent: 'flex-end' }}>
      <RecordInspector
        title={NAMES[at]!}
        identifiers={[`SKU-${1_001 + at}`, `B0EXAMPL0${at + 1}`]}
        {...(hasPicture && { picture: <Thumbnail size={72} /> })}
        subject={NAMES[at]!}
        takesFocus={false}
        neighbours={neighboursIn(NAMES, NAMES[at]!, (name) => setAt(NAMES.indexOf(name)))}
        onClose={() => {}}
        figures={<KeyFigures size="inspector" label="Last 30 days" figures={FIGURES} onExplain={() => {}} />}
        tabs={{
          tabs: [
            { id: 'profit', label: 'P&L', content: waterfall },
            { id: 'sales', label: 'Sales', content: 'Sales by day.' },
            { id: 'ads', label: 'Ads', content: 'Campaigns.' },
            { id: 'stock', label: 'Stock', content: 'Stock by marketplace.' },
            { id: 'changes', label: 'Changes', count: 3, content: 'What was changed.' },
          ],
        }}
      />
    </div>
  )
}

export const gallery: GalleryPage = {
  group: 'Feedback',
  title: 'Inspector of a record',
  states: [
    { name: 'A product', isAlone: true, render: () => <Product /> },
    { name: 'Without a picture', isAlone: true, render: () => <Product hasPicture={false} /> },
  ],
}
