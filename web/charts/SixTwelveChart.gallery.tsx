import { isoWeek } from '#contract/date-range.ts'
import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { monthText } from '#web/ui/dates.ts'
import { compactText } from '#web/ui/numbers.ts'
import { moneyFormat } from './formats.ts'
import { bucketsOf } from '#contract/periods.ts'
import { SixTwelveChart, type ChartSide } from './SixTwelveChart.tsx'

const weeks = bucketsOf({ start: '2026-10-05', end: '2026-11-15' }, 'WEEKLY')
const months = bucketsOf({ start: '2025-11-01', end: '2026-10-31' }, 'MONTHLY')
const side = (
  interval: 'week' | 'month',
  periods: typeof weeks,
  values: readonly (number | null)[],
): ChartSide => ({
  interval,
  periods,
  labels: periods.map(({ start }) => (interval === 'week' ? isoWeek(start).slice(6) : monthText(start)[0]!)),
  values: values.map((value) => (value === null ? null : `${value}`)),
  prior: values.map((value) => (value === null ? null : `${value * 0.91}`)),
})
const sides = [
  side('week', weeks, [70_100, 69_200, 70_800, 74_600, 76_200, 73_300]),
  side(
    'month',
    months,
    [375, 366, 241, 258, 264, 279, 281, 290, 365, 276, 300, 335].map((thousands) => thousands * 1_000),
  ),
]
const shown = {
  title: 'Sales',
  note: 'EUR',
  summary: 'Week 46 €73,300, 3.8% below the week before.',
  tone: 'sales',
  better: 'more',
  format: { ...moneyFormat('EUR'), short: compactText },
  priorLabel: 'Prior year',
  boxes: [
    { label: 'Week 46', text: '73.3k', onPress: () => undefined },
    { label: 'WoW', text: '−3.8%', judgement: 'bad' },
    { label: 'YoY', text: '+10.7%', judgement: 'good' },
    { label: 'MTD', text: '208k' },
    { label: 'QTD', text: '543k' },
    { label: 'YTD YoY', text: '+9.5%', judgement: 'good' },
  ],
} as const

export const gallery: GalleryPage = {
  group: 'Charts',
  title: 'Six weeks, twelve months',
  states: [
    { name: 'Each with a scale of its own', render: () => <SixTwelveChart {...shown} sides={sides} /> },
    {
      name: 'A week that is not wholly read, one without data, and what happened',
      render: () => (
        <SixTwelveChart
          {...shown}
          sides={[
            {
              ...sides[0]!,
              periods: weeks.map((period, index) => ({
                ...period,
                ...(index === 5 && { state: 'partial' as const }),
                ...(index === 1 && { note: 'Deal' }),
              })),
              values: sides[0]!.values.map((value, index) => (index === 2 ? null : value)),
            },
            sides[1]!,
          ]}
        />
      ),
    },
    {
      name: 'Nothing is told: it keeps its place',
      render: () => (
        <SixTwelveChart
          {...shown}
          title="In-stock rate"
          sides={sides.map((one) => ({
            ...one,
            values: one.values.map(() => null),
            prior: one.values.map(() => null),
          }))}
          boxes={shown.boxes.map(({ label }) => ({ label, text: '–' }))}
        />
      ),
    },
    { name: 'One course', render: () => <SixTwelveChart {...shown} sides={[sides[1]!]} /> },
  ],
}
