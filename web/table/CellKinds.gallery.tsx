import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { bulletColumn, recordColumn, statusColumn } from './cell-kinds.tsx'
import { DataTable, ROW_HEIGHTS } from './DataTable.tsx'
import { MarketTable } from './MarketTable.fixture.tsx'
import type { TableColumn } from './table-column.ts'
import { useTable } from './use-table.ts'
import { Thumbnail } from '#web/ui/Thumbnail.tsx'

interface Stock {
  sku: string
  status: { label: string; kind: 'negative' | 'warning' | 'success' | 'neutral' | 'info' } | null
  cover: string | null
  leadTime: string | null
}

const STOCK: Stock[] = [
  { sku: 'SKU-1030', status: { label: 'Runs out', kind: 'negative' }, cover: '6', leadTime: '35' },
  { sku: 'SKU-1041', status: { label: 'Reorder', kind: 'warning' }, cover: '17', leadTime: '30' },
  { sku: 'SKU-1014', status: { label: 'Healthy', kind: 'success' }, cover: '61', leadTime: '32' },
  { sku: 'SKU-1063', status: { label: 'Slow', kind: 'neutral' }, cover: '179', leadTime: null },
  { sku: 'SKU-1070', status: { label: 'Excess', kind: 'info' }, cover: '316', leadTime: '36' },
  { sku: 'SKU-1099', status: null, cover: null, leadTime: '30' },
]
const TONES = {
  negative: 'refunds',
  warning: 'ads',
  success: 'profit',
  neutral: 'other',
  info: 'units',
} as const

const STOCK_COLUMNS: TableColumn<Stock>[] = [
  recordColumn<Stock>({
    id: 'product',
    title: 'Product',
    name: ({ sku }) =>
      sku === 'SKU-1063' ? 'Cotton bath towel, set of 3, organic and washed' : 'Bedside lamp, dimmable',
    identifiers: ({ sku }) => [sku, 'B0EXAMPL04'],
    picture: () => <Thumbnail />,
  }),
  statusColumn<Stock>({ id: 'status', title: 'Status', status: ({ status }) => status }),
  bulletColumn<Stock>({
    id: 'cover',
    title: 'Days of cover',
    hint: 'To 240 days. The mark is the lead time, the ground the cover that is wanted.',
    width: 260,
    max: '240',
    value: ({ cover }) => cover,
    target: ({ leadTime }) => leadTime,
    range: () => ['45', '120'],
    tone: ({ status }) => (status ? TONES[status.kind] : 'other'),
  }),
]

function StockTable() {
  const table = useTable({ columns: STOCK_COLUMNS, rows: STOCK, rowId: ({ sku }) => sku })
  return <DataTable table={table} label="Stock" rowHeight={ROW_HEIGHTS.picture} />
}

export const gallery: GalleryPage = {
  group: 'Table',
  title: 'Kinds of columns',
  states: [
    { name: 'Share, change, heat, course', render: () => <MarketTable /> },
    { name: 'Whose row it is, its status, and a scale with target and range', render: () => <StockTable /> },
    { name: 'Being read', render: () => <MarketTable isLoading /> },
  ],
}
