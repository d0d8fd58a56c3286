import { useState } from 'react'
import { moneyFormat } from '#web/charts/formats.ts'
import { KeyFigures, type KeyFigure } from '#web/charts/KeyFigures.tsx'
import { PartsBar } from '#web/charts/PartsBar.tsx'
import { RankedBars } from '#web/charts/RankedBars.tsx'
import { TODAY, weeklyAdSpend, weeklySales, weeks } from '#web/charts/sample.fixture.ts'
import { TimeChart } from '#web/charts/TimeChart.tsx'
import { defineDashboard, readView, type ViewOf } from '#web/dashboard/dashboard-view.ts'
import { DashboardPage } from '#web/dashboard/DashboardPage.tsx'
import type { DashboardSubject } from '#web/dashboard/dashboard-subject.ts'
import { scopeOf, type DashboardFrame } from '#web/dashboard/use-dashboard.ts'
import type { FlagNote } from '#web/explain/flag-notes.ts'
import { monthsTo } from '#web/filters/date-rules.ts'
import { oneOf, type FilterContext } from '#web/filters/filter-fields.ts'
import { MarketTable } from '#web/table/MarketTable.fixture.tsx'
import { wholeText } from '#web/ui/numbers.ts'
import { SectionColumns, SectionFrame, type SectionStatus } from '#web/ui/SectionFrame.tsx'
import styles from './Dashboard.module.css'
import type { GalleryPage } from './gallery-page.ts'

const sample = defineDashboard({
  storageKey: () => 'gallery.dashboard',
  filters: [
    'marketplaces',
    'currency',
    'dates',
    {
      field: 'groupBy',
      label: 'Group by',
      choices: [
        { value: 'SKU', label: 'Product' },
        { value: 'BRAND', label: 'Brand' },
      ],
    },
    'growth',
  ],
  advanced: ['products', 'brands'],
  fields: { groupBy: oneOf(['SKU', 'BRAND'], 'SKU') },
  dates: { daysMax: 365, defaultRange: ({ today }) => monthsTo(today, 6) },
  ruledOut: ({ groupBy }) => (groupBy === 'SKU' ? [] : ['products']),
})
type SampleView = ViewOf<typeof sample>

const SUBJECT: DashboardSubject = {
  company: { id: 'sample', name: 'Sample company' },
  firstDay: '2025-01-01',
  lastDay: '2026-11-19',
  publishedAt: null,
  sources: [],
  offered: ['DE', 'GB', 'FR'],
  currencyCode: 'EUR',
}
const CONTEXT: FilterContext = {
  today: TODAY,
  window: { start: SUBJECT.firstDay, end: SUBJECT.lastDay },
  currencyCode: SUBJECT.currencyCode,
}
const NOTES: FlagNote[] = [
  {
    text: 'Cost of goods missing for 230 units',
    isWarning: true,
    act: { label: 'Enter costs', onPress: () => {} },
  },
  { text: 'Advertising from reports, on the day of the click', isWarning: false },
]

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

interface SampleProps {
  status?: SectionStatus
  /** What the address would say. */
  search?: Partial<Record<keyof SampleView, string>>
  isEmpty?: boolean
  /** An answer was there before. */
  isRead?: boolean
  /** Why the page's own question failed. */
  error?: Error
}

/** How pieces stand together on a page: its frame, and one sheet that scrolls both ways. */
function Dashboard({
  status = { kind: 'ready' },
  search = {},
  isEmpty = false,
  isRead = true,
  error,
}: SampleProps) {
  const [view, setView] = useState(() => readView(sample, search, null, CONTEXT).values)
  const [metric, setMetric] = useState('sales')
  const isLoading = status.kind === 'loading'
  const frame: DashboardFrame<SampleView> = {
    dashboard: sample,
    subject: SUBJECT,
    context: CONTEXT,
    view,
    change: (changes) => setView({ ...view, ...changes }),
    showParams: (params) => setView(readView(sample, params, null, CONTEXT).values),
    reset: () => setView(readView(sample, {}, null, CONTEXT).values),
    scope: scopeOf(SUBJECT, view, view.products),
    isReady: true,
    coversNothing: false,
    selectionProblem: null,
    past: { asOf: undefined, show: () => {} },
    drawer: {
      explained: null,
      product: null,
      products: [],
      ofProduct: null,
      openProduct: () => {},
      cell: null,
      takesFocus: false,
      open: () => {},
      follow: () => {},
      close: () => {},
      explain: () => {},
      trail: [],
      back: () => {},
      step: () => {},
    },
  }
  return (
    <div className={styles.window}>
      <DashboardPage
        frame={frame}
        answer={{
          data: isLoading || !isRead ? undefined : {},
          view,
          isReading: isLoading,
          error: error ?? null,
          retry: () => {},
        }}
        title="Sales"
        named="Sales"
        noun="order"
        basis="Ordered products, VAT included."
        notes={NOTES}
        isEmpty={isEmpty}
        exported={{
          name: 'sales',
          content: () => ({ sheet: { heads: ['Marketplace'], types: ['text'], rows: [['DE']] } }),
        }}
        toolbar={(exportMenu) => <div className={styles.toolbar}>{exportMenu}</div>}
      >
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
      </DashboardPage>
    </div>
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
    {
      name: 'The page failed',
      isAlone: true,
      render: () => <Dashboard isRead={false} error={new Error('No connection.')} />,
    },
    {
      name: 'What was read could not be read again',
      isAlone: true,
      render: () => <Dashboard error={new Error('No connection.')} />,
    },
    {
      name: 'Dates without data',
      isAlone: true,
      render: () => (
        <Dashboard isEmpty search={{ startDate: '2019-01-01', endDate: '2019-03-31', marketplaces: 'DE' }} />
      ),
    },
    {
      name: 'Filters that leave nothing',
      isAlone: true,
      render: () => <Dashboard isEmpty search={{ brandNames: 'Halden' }} />,
    },
    {
      name: 'A filter that a choice rules out',
      isAlone: true,
      render: () => <Dashboard search={{ groupBy: 'BRAND', products: 'MUG-1' }} />,
    },
  ],
}
