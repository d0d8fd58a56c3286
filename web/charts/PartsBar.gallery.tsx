import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { moneyFormat } from './formats.ts'
import { PartsBar, type WholePart } from './PartsBar.tsx'

const pounds = moneyFormat('GBP')
const AGES: WholePart[] = [
  { id: '90', label: '0 to 90 days', value: '55524', colour: 3 },
  { id: '180', label: '91 to 180', value: '23567', colour: 4 },
  { id: '270', label: '181 to 270', value: '12703', colour: 5 },
  { id: '365', label: '271 to 365', value: '8175', colour: 6 },
  { id: 'over', label: 'Over 365', value: '3929', colour: 7 },
]
const changed = (id: string, value: string | null) =>
  AGES.map((part) => (part.id === id ? { ...part, value } : part))

export const gallery: GalleryPage = {
  group: 'Charts',
  title: 'Parts of a whole',
  states: [
    {
      name: 'Value by age; each can be pressed',
      render: () => (
        <PartsBar summary="Value of stock by age" parts={AGES} format={pounds} onPress={() => {}} />
      ),
    },
    {
      name: 'One next to nothing, one not known',
      render: () => (
        <PartsBar
          summary="Value of stock by age"
          parts={changed('over', '12').map((part) => (part.id === '365' ? { ...part, value: null } : part))}
          format={pounds}
        />
      ),
    },
    {
      name: 'By metric, in a narrow section',
      render: () => (
        <div style={{ width: 320 }}>
          <PartsBar
            summary="Where the price goes"
            format={moneyFormat('EUR')}
            parts={[
              { id: 'fees', label: 'Amazon fees', value: '7.67', colour: 'fees' },
              { id: 'cogs', label: 'Cost of goods', value: '6.16', colour: 'cogs' },
              { id: 'ads', label: 'Advertising', value: '1.25', colour: 'ads' },
              { id: 'profit', label: 'Profit', value: '4.16', colour: 'profit' },
            ]}
          />
        </div>
      ),
    },
    {
      name: 'Nothing',
      render: () => (
        <PartsBar summary="No stock" parts={AGES.map((part) => ({ ...part, value: '0' }))} format={pounds} />
      ),
    },
  ],
}
