import { useState } from 'react'
import { moneyFormat } from '#web/charts/formats.ts'
import { KeyFigures, type KeyFigure } from '#web/charts/KeyFigures.tsx'
import { RankedBars } from '#web/charts/RankedBars.tsx'
import { PartsBar } from '#web/charts/PartsBar.tsx'
import { TODAY, weeklyAdSpend, weeklySales, weeks } from '#web/charts/sample.fixture.ts'
import { TimeChart } from '#web/charts/TimeChart.tsx'
import { MarketTable } from '#web/table/MarketTable.tsx'
import { wholeText } from '#web/ui/numbers.ts'
import { SectionColumns, SectionFrame, type SectionStatus } from '#web/ui/SectionFrame.tsx'
import styles from './Dashboard.module.css'
import type { GalleryPage } from './gallery-page.ts'

const euros = { kind: 'money', currencyCode: 'EUR' } as const
const FIGURES: KeyFigure[] = [
  {
    id: 'sales',
    label: 'Sales',
    unit: euros,
    value: '1571068.71',
    prior: '1414339.82',
    better: 'more',
    spark: { tone: 'sales', values: weeklySales.values.slice(0, 26) },
  },
  {
    id: 'units',
    label: 'Units',
    unit: { kind: 'count' },
    value: '77412',
    prior: '72280',
    better: 'more',
    spark: { tone: 'units', values: weeklySales.prior!.slice(0, 26) },
  },
  {
    id: 'ads',
    label: 'Ad spend',
    unit: euros,
    value: '163364.02',
    prior: '156629.94',
    spark: { tone: 'ads', values: weeklyAdSpend.values.slice(0, 26) },
  },
  {
    id: 'tacos',
    label: 'TACoS',
    unit: { kind: 'ratio' },
    value: '0.104',
    prior: '0.111',
    better: 'less',
    spark: { tone: 'ads', values: weeklyAdSpend.values.slice(0, 26) },
  },
]

/** How pieces stand together on a page: one sheet that scrolls both ways. */
function Dashboard({ status = { kind: 'ready' } }: { status?: SectionStatus }) {
  const [metric, setMetric] = useState('sales')
  const isLoading = status.kind === 'loading'
  return (
    // It scrolls, and the arrow keys must reach that.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.sheet} tabIndex={0} aria-label="A sheet">
      <div className={styles.content}>
        <KeyFigures
          label="Key figures"
          comparison="vs prior year"
          figures={FIGURES.map((figure) => (isLoading ? { ...figure, value: undefined } : figure))}
          selected={metric}
          onSelect={setMetric}
        />
        <TimeChart
          title={metric === 'ads' ? 'Ad spend by week' : 'Sales by week'}
          summary="Sales by week"
          status={status}
          periods={weeks}
          interval="week"
          today={TODAY}
          panels={[
            {
              id: metric,
              form: 'area',
              height: 150,
              series: [metric === 'ads' ? weeklyAdSpend : weeklySales],
              format: moneyFormat('EUR'),
            },
          ]}
        />
        <SectionColumns weights={[1, 1]}>
          <SectionFrame
            title="What moved sales"
            note="EUR, by product"
            status={status}
            height={141}
            skeleton="rows"
          >
            <RankedBars
              summary="What moved sales"
              changes={[
                { id: 'a', label: 'Steel water bottle', amount: '6120' },
                { id: 'b', label: 'Exercise mat', amount: '4385' },
                { id: 'c', label: 'Bedside lamp', amount: '-2812' },
              ]}
              format={{ short: wholeText, full: wholeText }}
              netLabel="Net change"
              noun={{ one: 'product', many: 'products' }}
              better="more"
            />
          </SectionFrame>
          <SectionFrame title="Where sales come from" note="EUR" status={status} height={141}>
            <PartsBar
              summary="Where sales come from"
              format={moneyFormat('EUR')}
              parts={[
                { id: 'organic', label: 'Organic', value: '1102000', colour: 'sales' },
                { id: 'ads', label: 'From advertising', value: '469068', colour: 'ads' },
              ]}
            />
          </SectionFrame>
        </SectionColumns>
        <SectionFrame
          title="Marketplaces"
          note="20 May to 19 Nov 2026, ordered products, VAT included"
          isFlush
        >
          <MarketTable isLoading={isLoading} />
        </SectionFrame>
      </div>
    </section>
  )
}

export const gallery: GalleryPage = {
  group: 'Shell',
  title: 'Dashboard',
  states: [
    { name: 'Ready', isAlone: true, render: () => <Dashboard /> },
    { name: 'Being read', isAlone: true, render: () => <Dashboard status={{ kind: 'loading' }} /> },
    {
      name: 'Sections that failed',
      isAlone: true,
      render: () => (
        <Dashboard
          status={{
            kind: 'error',
            message: 'The data could not be read. (request 7f3a-19c2)',
            onRetry: () => {},
          }}
        />
      ),
    },
  ],
}
