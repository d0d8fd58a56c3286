import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { growthText } from '#web/ui/numbers.ts'
import { HeatGrid } from './HeatGrid.tsx'

const MONTHS = ['Nov', 'Dec', 'Jan', 'Feb', 'Mar', 'Apr']
const rows = [
  { id: 'DE', name: 'Germany', values: [0.11, 0.14, 0.02, -0.06, 0.21, 0.18] },
  { id: 'GB', name: 'United Kingdom', values: [0.06, null, 0.01, -0.02, 0.09, 0.12] },
  { id: 'PL', name: 'A marketplace whose name is too long for its place', values: MONTHS.map(() => null) },
]

const WEEKS = Array.from({ length: 12 }, (_, week) => String(36 + week))
const weekdays = ['Mon', 'Tue', 'Wed'].map((name, row) => ({
  id: name,
  name,
  // The first week begins on its second day, and a report of the last is missing.
  values: WEEKS.map((_, week) =>
    week + row === 0 ? undefined : week === 11 && row === 2 ? null : 6 + ((week * 5 + row * 3) % 7) * 0.9,
  ),
  last: '8.4',
}))

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
    {
      name: 'Many narrow columns in six steps, each number a button',
      render: () => (
        <HeatGrid
          label="Sales by weekday"
          rowsAre="Weekday"
          columns={WEEKS}
          rows={weekdays}
          format={(value) => value.toFixed(1)}
          stepOf={(value) => [1, 2, 3, 4, 6, 7][Math.min(Math.floor(value - 6), 5)]!}
          absence="no report"
          lastIs="Mean"
          isDense
          onPress={{
            nameAt: (row, column) => `${weekdays[row]!.name}, week ${WEEKS[column]}`,
            press: () => {},
          }}
        />
      ),
    },
  ],
}
