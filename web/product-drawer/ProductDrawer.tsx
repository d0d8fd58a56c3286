import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Link2 } from 'lucide-react'
import { use } from 'react'
import { PRODUCT_CARDS } from '#contract/dashboards/product-drawer.ts'
import { marketplaceOf } from '#contract/marketplaces.ts'
import type { MetricId } from '#contract/metrics/metrics.ts'
import type { ProductFigures, ProductIdentity } from '#contract/product-drawer.ts'
import { KeyFigures } from '#web/charts/KeyFigures.tsx'
import { HISTORY_PAGES } from '#web/dashboard/EditHistory.tsx'
import { trailSteps, type ExplainWay } from '#web/explain/ExplainDrawer.tsx'
import type { ExplainedCell } from '#web/explain/explained-cell.ts'
import { metricFigure } from '#web/metrics/metric-columns.tsx'
import { PicturedSkus, ProductThumbnail } from '#web/metrics/product-cell.tsx'
import type { SearchParams } from '#web/search-params.ts'
import { ExportDescription } from '#web/table/export-description.ts'
import { errorText, trpc } from '#web/trpc.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { compactRangeText, today } from '#web/ui/dates.ts'
import { Flag } from '#web/ui/Flag.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Inspector } from '#web/ui/Inspector.tsx'
import { RecordInspector } from '#web/ui/RecordInspector.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StateMessage } from '#web/ui/StateMessage.tsx'
import { ProductChanges } from './ProductChanges.tsx'
import { ProductCourses } from './ProductCourses.tsx'
import styles from './ProductDrawer.module.css'
import { ProductProfit } from './ProductProfit.tsx'
import { ProductSearches } from './ProductSearches.tsx'
import { ProductStock } from './ProductStock.tsx'
import { describedBy, type ProductScope } from './product-scope.ts'
import { shortAdvice } from './stock-words.ts'

interface ProductDrawerProps {
  scope: ProductScope
  sku: string
  takesFocus: boolean
  way: ExplainWay
  onExplain: (cell: ExplainedCell) => void
  onClose: () => void
}

const TABS = ['sales', 'ads', 'profit', 'stock', 'searches', 'changes'] as const
export type ProductTab = (typeof TABS)[number]

/** One product, whichever page it is opened from: who it is, its figures, and what is known of it under tabs. */
export function ProductDrawer({ scope, sku, takesFocus, way, onExplain, onClose }: ProductDrawerProps) {
  const asked = { ...scope, sku }
  const query = useQuery(trpc.productDrawer.getProduct.queryOptions(asked))
  const product = query.data
  const describe = use(ExportDescription)
  const changes = useInfiniteQuery(
    trpc.productMaster.getHistory.infiniteQueryOptions({ companyId: scope.companyId, sku }, HISTORY_PAGES),
  )
  const [tab, setTab] = useTab()
  const inspector = {
    subject: `product ${sku}`,
    takesFocus,
    neighbours: way.neighbours,
    trail: trailSteps(way),
    onClose,
  }
  if (query.isError || product === null) {
    return (
      <Inspector {...inspector} title={sku} subtitle="">
        {query.isError ? (
          <StateMessage
            kind="error"
            title="This product could not be read"
            action={<Button onPress={() => void query.refetch()}>Try again</Button>}
          >
            {errorText(query.error)}
          </StateMessage>
        ) : (
          <StateMessage title="No such product">
            No file names this SKU. The link may belong to another company.
          </StateMessage>
        )}
      </Inspector>
    )
  }
  const explain = (metric: MetricId, days?: { start: string; end: string }) => {
    const period = days ?? (product && { start: product.period.startDate, end: product.period.endDate })
    if (period) onExplain({ metric, ...period, of: { by: 'sku', key: sku } })
  }
  const { identity } = product ?? {}
  const edits = changes.data?.pages.flatMap((page) => page.edits)
  return (
    <ExportDescription value={describe && describedBy(describe, asked)}>
      <RecordInspector
        {...inspector}
        title={identity ? identity.customName || identity.name || sku : sku}
        picture={
          <PicturedSkus value={[sku]}>
            <ProductThumbnail identity={identity} size={72} />
          </PicturedSkus>
        }
        identifiers={[sku, identity?.asin ?? ''].filter(Boolean)}
        details={identity ? <Details identity={identity} /> : <Skeleton width="60%" />}
        actions={
          <IconButton icon={Link2} label="Copy link" onPress={() => void copyText(location.href, 'Link')} />
        }
        figures={<Figures product={product} currencyCode={scope.currencyCode} onExplain={explain} />}
        tabs={{
          selected: tab,
          onSelect: setTab,
          tabs: [
            {
              id: 'sales',
              label: 'Sales',
              content: <ProductCourses key={sku} asked={asked} of="SALES" onExplain={explain} />,
            },
            {
              id: 'ads',
              label: 'Ads',
              content: <ProductCourses key={sku} asked={asked} of="ADS" onExplain={explain} />,
            },
            {
              id: 'profit',
              label: 'P&L',
              content: <ProductProfit asked={asked} product={product} onExplain={explain} onTab={setTab} />,
            },
            {
              id: 'stock',
              label: 'Stock',
              content: <ProductStock asked={asked} product={product} onExplain={explain} />,
            },
            { id: 'searches', label: 'Queries', content: <ProductSearches asked={asked} /> },
            {
              id: 'changes',
              label: 'Changes',
              ...(edits && edits.length > 0 && { count: edits.length }),
              content: <ProductChanges companyId={scope.companyId} sku={sku} query={changes} />,
            },
          ],
        }}
      />
    </ExportDescription>
  )
}

/** The tab stays when the product changes, and is in the address. */
function useTab(): [ProductTab, (tab: ProductTab) => void] {
  const said = useSearch({ strict: false, select: ({ productTab }: SearchParams) => productTab })
  const navigate = useNavigate()
  const tab = TABS.find((one) => one === said) ?? 'profit'
  const setTab = (productTab: ProductTab) =>
    void navigate({
      to: '.',
      search: (previous: SearchParams) => ({ ...previous, productTab }),
      replace: true,
      resetScroll: false,
    })
  return [tab, setTab]
}

function Details({ identity: { brandName, category, tags, marketplaces } }: { identity: ProductIdentity }) {
  return (
    <>
      {[brandName, category, ...tags].filter(Boolean).map((text) => (
        <Badge key={text}>{text}</Badge>
      ))}
      {marketplaces.map((code) => (
        <span key={code} className={styles.flag} title={marketplaceOf(code)?.label ?? code}>
          <Flag country={code} />
          {code}
        </span>
      ))}
    </>
  )
}

interface FiguresProps {
  product: ProductFigures | undefined
  currencyCode: string
  onExplain: (metric: MetricId) => void
}

/** Of its last days with reports, against as many before. */
function Figures({ product, currencyCode, onExplain }: FiguresProps) {
  return (
    <>
      <p className={styles.days}>
        {product
          ? `${compactRangeText(product.period.startDate, product.period.endDate)}, against ${compactRangeText(product.comparison.startDate, product.comparison.endDate)}`
          : ' '}
      </p>
      <KeyFigures
        size="inspector"
        label="Last 30 days with reports"
        figures={PRODUCT_CARDS.map((metric) => {
          const cell = product?.cards[metric]
          const advice = product && shortAdvice(product, today())
          return {
            ...metricFigure(metric, cell, currencyCode),
            ...(LABELS[metric] && { label: LABELS[metric] }),
            ...(metric === 'daysOfCover' && {
              unit: { kind: 'count' as const, unit: 'days' },
              ...(cell?.hasNoEnd ? { note: 'none is sold' } : advice && { note: advice }),
            }),
          }
        })}
        onExplain={(id) => onExplain(id as MetricId)}
      />
    </>
  )
}

const LABELS: Partial<Record<(typeof PRODUCT_CARDS)[number], string>> = {
  orderedProductSales: 'Sales',
  unitsOrdered: 'Units',
  unitSessionPercentage: 'Conversion',
  buyBoxPercentage: 'Featured Offer',
  daysOfCover: 'Stock cover',
}
