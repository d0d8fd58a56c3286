import { useState } from 'react'
import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { shortDayText } from '#web/ui/dates.ts'
import { KeyFigures, type KeyFigure } from './KeyFigures.tsx'
import { unitSessionRate, weeklyAdSpend, weeklySales, weeks } from './sample.fixture.ts'

const euros = { kind: 'money', currencyCode: 'EUR' } as const
const count = { kind: 'count' } as const
const ratio = { kind: 'ratio' } as const
const periodAt = (index: number) => `Week of ${shortDayText(weeks[index]!.start)}`
const read = weeklySales.values.slice(0, 26)
const before = weeklySales.prior!.slice(0, 26)
const units = read.map((value) => String(Math.round(Number(value) / 24)))
const unitsBefore = before.map((value) => String(Math.round(Number(value) / 24)))
const ads = weeklyAdSpend.values.slice(0, 26)
const spark = (
  tone: 'sales' | 'units' | 'ads',
  values: readonly (string | null)[],
  prior?: readonly (string | null)[],
) => ({ tone, values, periodAt, ...(prior && { prior }) })

const BRAND: KeyFigure[] = [
  {
    id: 'sales',
    label: 'Sales',
    unit: euros,
    value: '1843363.18',
    prior: '1659192.78',
    better: 'more',
    spark: spark('sales', read, before),
  },
  {
    id: 'units',
    label: 'Units',
    unit: count,
    value: '77412',
    prior: '72280',
    better: 'more',
    spark: spark('units', units, unitsBefore),
  },
  {
    id: 'orders',
    label: 'Orders',
    unit: count,
    value: '65391',
    prior: '61342',
    better: 'more',
    spark: spark('units', units),
  },
  {
    id: 'sessions',
    label: 'Sessions',
    unit: count,
    value: '632496',
    prior: '644089',
    better: 'more',
    spark: spark('units', unitsBefore, units),
  },
  {
    id: 'rate',
    label: 'Unit session rate',
    unit: ratio,
    value: '0.122',
    prior: '0.111',
    better: 'more',
    spark: spark('units', unitSessionRate.values, unitSessionRate.prior),
  },
  {
    id: 'ads',
    label: 'Ad spend',
    unit: euros,
    value: '163364.02',
    prior: '156629.94',
    spark: spark('ads', ads),
  },
  {
    id: 'tacos',
    label: 'TACoS',
    unit: ratio,
    value: '0.089',
    prior: '0.093',
    better: 'less',
    spark: spark('ads', ads),
  },
]
const changed = (changes: Record<string, Partial<KeyFigure>>) =>
  BRAND.map((one) => ({ ...one, ...changes[one.id] }))

function withoutSpark(figure: KeyFigure): KeyFigure {
  const plain = { ...figure }
  delete plain.spark
  return plain
}

function BrandFigures({ figures = BRAND }: { figures?: readonly KeyFigure[] }) {
  const [selected, setSelected] = useState('sales')
  const [explained, setExplained] = useState<string>()
  return (
    <>
      <KeyFigures
        label="Key figures"
        figures={figures}
        comparison="vs prior year"
        selected={selected}
        onSelect={setSelected}
        onExplain={setExplained}
      />
      <output>{explained ? `${explained} is explained` : ''}</output>
    </>
  )
}

export const gallery: GalleryPage = {
  group: 'Charts',
  title: 'Key figures',
  states: [
    { name: 'One of them selected', render: () => <BrandFigures /> },
    {
      name: 'No base, from next to nothing, missing, in part',
      render: () => (
        <BrandFigures
          figures={changed({
            sales: { lack: { text: 'without 2 marketplaces' } },
            units: { prior: '0' },
            orders: { prior: '12' },
            sessions: { prior: null },
            ads: {
              value: null,
              lack: { text: 'Could not be read', isFailure: true },
              spark: { tone: 'ads', values: [] },
            },
            tacos: { value: null, lack: { text: 'Needs ad spend' }, spark: { tone: 'ads', values: [] } },
          })}
        />
      ),
    },
    {
      name: 'Being read',
      render: () => (
        <BrandFigures
          figures={BRAND.map((one) => ({ ...one, value: undefined, spark: { tone: 'sales', values: [] } }))}
        />
      ),
    },
    {
      name: 'Against a target',
      render: () => (
        <KeyFigures
          label="Against a target"
          figures={[
            {
              id: 'sales',
              label: 'Sales',
              unit: euros,
              value: '1843363.18',
              prior: '1659192.78',
              better: 'more',
              spark: spark('sales', read),
              target: { value: '2000000', label: 'Target' },
            },
            {
              id: 'tacos',
              label: 'TACoS',
              unit: ratio,
              value: '0.089',
              prior: '0.093',
              better: 'less',
              spark: spark('ads', ads),
              target: { value: '0.08', label: 'Target' },
            },
            {
              id: 'cover',
              label: 'Days of cover',
              unit: { kind: 'count', unit: 'days' },
              value: '76',
              note: '4 shipments',
              spark: spark('units', units),
            },
          ]}
        />
      ),
    },
    {
      name: 'Within an inspector, without drawings',
      render: () => (
        <div style={{ width: 480 }}>
          <KeyFigures
            size="inspector"
            label="Last 30 days"
            figures={BRAND.slice(0, 6).map(withoutSpark)}
            onExplain={() => {}}
          />
        </div>
      ),
    },
  ],
}
