import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { priceText } from '#web/ui/numbers.ts'
import { LedgerWaterfall } from './LedgerWaterfall.tsx'
import type { LedgerStep } from './waterfall.ts'

const BOTTLE: LedgerStep[] = [
  { id: 'price', label: 'Price incl. VAT', amount: '24.99', tone: 'sales' },
  { id: 'vat', label: 'VAT', amount: '-4.16', tone: 'other' },
  { id: 'promotions', label: 'Promotions', amount: '-0.51', tone: 'refunds' },
  { id: 'referral', label: 'Referral fee', amount: '-3.75', tone: 'fees' },
  { id: 'fulfilment', label: 'Fulfilment', amount: '-3.92', tone: 'fees' },
  { id: 'storage', label: 'Storage', amount: '-0.50', tone: 'fees' },
  { id: 'returns', label: 'Returns', amount: '-0.46', tone: 'refunds' },
  { id: 'cogs', label: 'Cost of goods', amount: '-5.60', tone: 'cogs' },
  { id: 'inbound', label: 'Inbound freight', amount: '-0.56', tone: 'cogs' },
  { id: 'ads', label: 'Advertising', amount: '-1.25', tone: 'ads' },
  { id: 'contingency', label: 'Contingency 0.5%', amount: '-0.12', tone: 'other' },
]

// The head names the currency, so that amounts need not.
const format = { short: priceText, full: priceText }
const changed = (id: string, amount: string | null) =>
  BOTTLE.map((step) => (step.id === id ? { ...step, amount } : step))

const inPanel = (children: React.ReactNode) => <div style={{ width: 360 }}>{children}</div>

export const gallery: GalleryPage = {
  group: 'Charts',
  title: 'Ledger waterfall',
  states: [
    {
      name: 'From price to profit',
      render: () =>
        inPanel(
          <LedgerWaterfall
            summary="From the price of a steel water bottle to its profit per unit"
            steps={BOTTLE}
            resultLabel="Profit per unit"
            format={format}
            heads={{ amount: 'EUR per unit', share: 'Share' }}
          />,
        ),
    },
    {
      name: 'A loss',
      render: () =>
        inPanel(
          <LedgerWaterfall
            summary="From price to loss"
            steps={changed('cogs', '-14.20')}
            resultLabel="Loss per unit"
            format={format}
          />,
        ),
    },
    {
      name: 'A step that is not known',
      render: () =>
        inPanel(
          <LedgerWaterfall
            summary="From price to profit, without a cost of goods"
            steps={changed('cogs', null)}
            resultLabel="Profit per unit"
            format={format}
          />,
        ),
    },
  ],
}
