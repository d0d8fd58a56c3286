import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { growthText } from '#web/ui/numbers.ts'
import { HeatGrid } from './HeatGrid.tsx'

const MONTHS = ['Nov', 'Dec', 'Jan', 'Feb', 'Mar', 'Apr']
const rows = [
  { id: 'DE', name: 'Germany', values: [0.11, 0.14, 0.02, -0.06, 0.21, 0.18] },
  { id: 'GB', name: 'United Kingdom', values: [0.06, null, 0.01, -0.02, 0.09, 0.12] },
  { id: 'PL', name: 'A marketplace whose name is too long for its place', values: MONTHS.map(() => null) },
]

export const gallery: GalleryPage = {
  group: 'Table',
  title: 'Heat grid',
  states: [
    {
      name: 'Growth by month, where it can be told',
      render: () => (
        <HeatGrid
          label="Growth of sales by month"
          rowsAre="Marketplace"
          columns={MONTHS}
          rows={rows}
          format={(value) => growthText(value)}
        />
      ),
    },
  ],
}
