import { useSyncExternalStore } from 'react'
import type { Identity } from '#contract/answer.ts'
import type { HeldCost, ProductMasterRow } from '#contract/product-master.ts'
import {
  LANDED_PARTS,
  SIDES,
  SIDES_RULE,
  tagsIn,
  type LandedPart,
  type MeasureSource,
} from '#contract/dashboards/product-master.ts'
import { marketplaceOf } from '#contract/marketplaces.ts'
import { ProductName, ProductThumbnail } from '#web/metrics/product-cell.tsx'
import { recordColumn, statusColumn } from '#web/table/cell-kinds.tsx'
import { editableColumn } from '#web/table/editable-column.tsx'
import type { EditStore } from '#web/table/edit-store.ts'
import type { ColumnGroup, TableColumn } from '#web/table/table-column.ts'
import { dayOfMoment, dayText, momentText } from '#web/ui/dates.ts'
import { NoValue } from '#web/ui/NumberText.tsx'
import { countText, moneyText, priceText, wholeText } from '#web/ui/numbers.ts'
import { draftOf, MEASURE_CELL, typedProblem, valueOf, type TypedColumn } from './product-lines.ts'
import type { DISPLAYS } from './product-master-view.ts'
import styles from './ProductMasterPage.module.css'

type Column = TableColumn<ProductMasterRow>

interface ProductColumnsOf {
  store: EditStore
  currencyCode: string
  displays: readonly (typeof DISPLAYS)[number][]
  categories: readonly string[]
  /** Nothing may be typed. */
  isFixed: boolean
  onCosts: (row: ProductMasterRow) => void
}

export const nameOf = ({ customName, name, sku }: ProductMasterRow): string => customName || name || sku

/** As pictures are asked for. */
export const identityOf = ({ sku, asin, name, brandName, hasPicture }: ProductMasterRow): Identity => ({
  sku,
  asin,
  name,
  brandName,
  marketplace: '',
  ...(hasPicture && { hasPicture }),
})

/** The columns of products: who they are, what they cost, how people sort them, and what they measure. */
export function productColumns(of: ProductColumnsOf): Column[] {
  const { currencyCode, displays, onCosts } = of
  const name: Column = recordColumn<ProductMasterRow>({
    id: 'name',
    title: 'Product',
    width: 270,
    name: nameOf,
    exported: ({ name: own }) => own,
    inFile: [
      { title: 'SKU', kind: 'text', value: ({ sku }) => sku },
      { title: 'ASIN', kind: 'text', value: ({ asin }) => asin },
    ],
    identifiers: ({ sku, asin }) => [sku, asin].filter(Boolean),
    picture: (row) => <ProductThumbnail identity={identityOf(row)} />,
    linked: ({ sku }, shown) => <ProductName sku={sku}>{shown}</ProductName>,
  })
  return [
    name,
    { ...codeColumn('sku', 'SKU'), value: ({ sku }) => sku },
    { ...codeColumn('asin', 'ASIN'), value: ({ asin }) => asin },
    ...(displays.includes('costOfGoods') ? costColumns(currencyCode, onCosts) : []),
    ...(displays.includes('basicInformation') ? basicColumns(of) : []),
    ...(displays.includes('dimensions') ? dimensionColumns(of) : []),
  ]
}

/** Under the name anyway; of its own in a file, and where somebody wants it. */
const codeColumn = (id: string, title: string): Omit<Column, 'value'> => ({
  id,
  title,
  kind: 'text',
  width: 110,
  isHiddenAtFirst: true,
})

function costColumns(currencyCode: string, onCosts: ProductColumnsOf['onCosts']): Column[] {
  const group: ColumnGroup = { id: 'cost', title: `Cost of goods, ${currencyCode}`, className: styles.group }
  return [
    ...LANDED_PARTS.map((part): Column => ({
      id: part,
      title: PART_TITLES[part],
      kind: 'number',
      type: 'money',
      group,
      width: PART_WIDTHS[part],
      isHiddenAtFirst: true,
      isExplained: false,
      value: ({ costs }) => costs[0]?.converted?.[part] ?? null,
      format: priceText,
      cell: ({ costs: [cost] }) => (cost ? costText(cost, part) : null) ?? <NoValue />,
      inFile: [
        {
          title: `${PART_TITLES[part]} as entered`,
          kind: 'number',
          type: 'money',
          value: ({ costs }) => costs[0]?.[part],
        },
      ],
    })),
    {
      id: 'landed',
      title: 'Landed',
      hint: 'Manufacturing, freight, duty and other of a unit, as they hold today',
      kind: 'number',
      type: 'money',
      group,
      width: 96,
      isExplained: false,
      value: ({ costs }) => costs[0]?.converted?.landed ?? null,
      format: priceText,
      cell: (row) => <Landed row={row} onCosts={onCosts} />,
      inFile: [
        {
          title: 'Marketplace of the cost',
          kind: 'text',
          value: ({ costs }) => costs[0] && placeOf(costs[0]),
        },
        { title: 'Cost as entered', kind: 'number', type: 'money', value: ({ costs }) => costs[0]?.landed },
        { title: CURRENCY_HEAD, kind: 'text', value: ({ costs }) => costs[0]?.currency },
        {
          title: 'Costs of other marketplaces',
          kind: 'text',
          value: ({ costs }) =>
            costs
              .slice(1)
              .map((cost) => `${placeOf(cost)} ${cost.landed} ${cost.currency}`)
              .join('; '),
        },
        { title: 'Marketplaces without a cost', kind: 'text', value: ({ lacking }) => lacking.join(' ') },
      ],
    },
    {
      id: 'currency',
      title: 'Entered in',
      hint: `The currency in which the cost was entered; it is shown in ${currencyCode}`,
      kind: 'text',
      group,
      width: 80,
      isHiddenAtFirst: true,
      exportTitle: CURRENCY_HEAD,
      value: ({ costs }) => costs[0]?.currency ?? '',
      cell: ({ costs }) => costs[0]?.currency ?? <NoValue />,
    },
    {
      id: 'validFrom',
      title: 'Valid from',
      kind: 'text',
      type: 'day',
      group,
      width: 92,
      value: ({ costs }) => costs[0]?.validFrom ?? '',
      cell: ({ costs }) => (costs[0] ? dayText(costs[0].validFrom) : <NoValue />),
    },
    {
      id: 'lastChange',
      title: 'Last change',
      hint: 'When a cost that holds today was last entered, changed or imported',
      kind: 'text',
      type: 'day',
      group,
      width: 100,
      isSortable: false,
      isHiddenAtFirst: true,
      value: (row) => dayOf(lastChange(row)) ?? '',
      cell: (row) => {
        const day = dayOf(lastChange(row))
        return day === undefined ? <NoValue /> : dayText(day)
      },
      cellHint: (row) => {
        const moment = lastChange(row)
        return moment === undefined ? undefined : momentText(moment)
      },
    },
  ]
}

const PART_TITLES: Record<LandedPart, string> = {
  manufacturing: 'Manufacturing',
  freight: 'Freight',
  duty: 'Duty',
  other: 'Other',
}
const PART_WIDTHS: Record<LandedPart, number> = { manufacturing: 116, freight: 80, duty: 80, other: 80 }
/** Of a column of its own, and beside the landed cost in a file. */
const CURRENCY_HEAD = 'Currency of the cost'

const lastChange = ({ costs }: ProductMasterRow): string | undefined =>
  costs.flatMap(({ changedAt }) => changedAt ?? []).reduce<string | undefined>(laterOf, undefined)
const laterOf = (one: string | undefined, other: string): string =>
  one === undefined || other > one ? other : one
const dayOf = (moment: string | undefined): string | undefined =>
  moment === undefined ? undefined : dayOfMoment(new Date(moment))

/** As it was entered where no rate says what it is in the currency of the page; null where nobody has stated it. */
function costText({ converted, ...cost }: HeldCost, part: LandedPart | 'landed'): string | null {
  const [entered, shown] = [cost[part], converted?.[part] ?? null]
  return shown === null ? entered && moneyText(entered, cost.currency) : priceText(shown)
}

/** Where a cost holds. */
const placeOf = ({ marketplace }: HeldCost): string => marketplace || 'All'

/** What a unit costs; where it has no cost, the way to one. */
function Landed({ row, onCosts }: { row: ProductMasterRow; onCosts: ProductColumnsOf['onCosts'] }) {
  const { costs, lacking, isWithoutCost } = row
  const [first] = costs
  if (!first)
    return (
      <button type="button" className={styles.add} onClick={() => onCosts(row)}>
        Add cost
      </button>
    )
  const others = [
    ...costs
      .slice(1)
      .map(({ marketplace, landed, currency }) => `${marketplace} ${moneyText(landed, currency)}`),
    ...(isWithoutCost ? [`none in ${lacking.join(', ')}`] : []),
  ]
  return (
    <button
      type="button"
      className={isWithoutCost ? styles.partly : styles.cost}
      title={others.length > 0 ? others.join('; ') : undefined}
      onClick={() => onCosts(row)}
    >
      {costText(first, 'landed')}
      {others.length > 0 && <small>+{others.length}</small>}
    </button>
  )
}

const BASIC: ColumnGroup = { id: 'basic', title: 'Basic information', className: styles.group }

/** A column that people type into. */
const typedColumn = (
  { store, isFixed }: ProductColumnsOf,
  id: TypedColumn,
  column: Pick<Column, 'title' | 'width' | 'group'> &
    Partial<Parameters<typeof editableColumn<ProductMasterRow>>[0]>,
): Column =>
  editableColumn<ProductMasterRow>({
    id,
    store,
    rowId: ({ sku }) => sku,
    value: (row) => valueOf(row, id),
    isFixed: () => isFixed,
    isSortable: false,
    ...column,
  })

function basicColumns(of: ProductColumnsOf): Column[] {
  const { store, categories, isFixed } = of
  const typed = (
    id: 'customName' | 'category' | 'tags',
    title: string,
    width: number,
    more: Partial<Parameters<typeof typedColumn>[2]> = {},
  ): Column =>
    typedColumn(of, id, { title, width, group: BASIC, check: (text) => typedProblem(id, text), ...more })
  const tags = typed('tags', 'Tags', 168, { hint: 'Separated by commas' })
  return [
    typed('customName', 'Custom name', 150),
    typed('category', 'Category', 104, { suggestions: categories, isSortable: true }),
    {
      ...tags,
      cell: (row) => <Tags row={row} store={store} isFixed={isFixed} text={() => tags.cell!(row)} />,
    },
    { ...said('brand', 'Brand', 104, ({ brandName }) => brandName), isSortable: true },
    said('parent', 'Parent', 112, ({ parentAsin }) => parentAsin),
    {
      ...said('marketplaces', 'Marketplaces', 104, ({ marketplaces }) => marketplaces.join(' ')),
      cellHint: ({ marketplaces }) =>
        marketplaces.map((code) => marketplaceOf(code)?.label ?? code).join(', '),
    },
    statusColumn<ProductMasterRow>({
      id: 'status',
      title: 'Status',
      group: BASIC,
      isSortable: false,
      status: ({ listings }) => {
        if (listings.length === 0) return null
        const isActive = listings.some(({ status }) => status.toLowerCase() === 'active')
        return {
          label: isActive ? 'Active' : listings[0]!.status || 'Listed',
          kind: isActive ? 'success' : 'neutral',
        }
      },
    }),
    {
      ...said('channel', 'Channel', 84, ({ listings }) => channelsOf(listings).join(', ')),
      hint: 'FBA is sent by Amazon, FBM by the seller',
      isHiddenAtFirst: true,
      cellHint: ({ listings }) =>
        channelsOf(listings).length > 1
          ? listings
              .flatMap(({ marketplace, channel }) =>
                channel ? `${marketplace} ${channelText(channel)}` : [],
              )
              .join(', ')
          : undefined,
    },
    {
      ...said('price', 'Price', 96, ({ listings }) => priceOf(listings) ?? ''),
      cellHint: ({ listings }) => pricesText(listings),
      // In a file it is a number, with its currency beside it.
      isDrawn: true,
      inFile: [
        {
          title: 'Price',
          kind: 'number',
          type: 'money',
          group: BASIC,
          value: ({ listings }) => priced(listings)[0]?.price,
        },
        {
          title: 'Currency of the price',
          kind: 'text',
          value: ({ listings }) => priced(listings)[0]?.currency,
        },
        {
          title: 'Prices by marketplace',
          kind: 'text',
          value: ({ listings }) =>
            priced(listings)
              .map(({ marketplace, price, currency }) => `${marketplace} ${price} ${currency}`.trim())
              .join('; '),
        },
      ],
    },
  ]
}

/** As Amazon's reports name them. */
const CHANNELS: Readonly<Record<string, string>> = { AFN: 'FBA', MFN: 'FBM' }
const channelText = (channel: string): string => CHANNELS[channel] ?? channel
/** Each once. */
const channelsOf = (listings: ProductMasterRow['listings']): string[] => [
  ...new Set(listings.flatMap(({ channel }) => (channel ? channelText(channel) : []))),
]

const priced = (listings: ProductMasterRow['listings']) => listings.filter(({ price }) => price !== null)

const pricesText = (listings: ProductMasterRow['listings']): string =>
  listings
    .flatMap(({ marketplace, price, currency }) =>
      price === null ? [] : [`${marketplace} ${currency ? moneyText(price, currency) : priceText(price)}`],
    )
    .join(', ')

function priceOf(listings: ProductMasterRow['listings']): string | null {
  const [first, ...others] = priced(listings)
  if (!first) return null
  const text = first.currency ? moneyText(first.price!, first.currency) : priceText(first.price!)
  return others.length === 0 ? text : `${text}, +${others.length}`
}

const said = (
  id: string,
  title: string,
  width: number,
  value: (row: ProductMasterRow) => string,
  group = BASIC,
): Column => ({
  id,
  title,
  kind: 'text',
  width,
  group,
  isSortable: false,
  value,
  cell: (row) => value(row) || <NoValue />,
})

/** Tags as what they are; as text while they are typed, or not saved. */
function Tags({
  row,
  store,
  isFixed,
  text,
}: {
  row: ProductMasterRow
  store: EditStore
  isFixed: boolean
  text: () => React.ReactNode
}) {
  const place = { row: row.sku, column: 'tags' }
  const isTyped = useSyncExternalStore(
    store.subscribe,
    () => store.openAt(place) !== null || store.typedAt(place) !== undefined,
  )
  const tags = tagsIn(valueOf(row, 'tags') ?? '')
  if (isTyped || tags.length === 0) return text()
  return (
    <span
      className={styles.tags}
      data-typed={isFixed ? undefined : true}
      title={countText(tags.length, 'tag')}
    >
      {tags.map((tag) => (
        <span key={tag} className={styles.tag}>
          {tag}
        </span>
      ))}
    </span>
  )
}

const DIMENSIONS: ColumnGroup = {
  id: 'dimensions',
  title: 'Dimensions, cm and kg',
  hint: 'Of the package: as entered here, otherwise from Amazon’s catalogue or fee preview',
  className: styles.group,
}
const SIDE_TITLES = { length: 'Length', width: 'Width', height: 'Height' }
const SOURCES: Record<MeasureSource, string> = { AMAZON: 'Amazon', USER: 'Typed' }

function dimensionColumns(of: ProductColumnsOf): Column[] {
  const { store } = of
  const measure = (digitsMin: number) => ({
    width: 76,
    group: DIMENSIONS,
    number: { ...MEASURE_CELL, fractionDigits: [digitsMin, MEASURE_CELL.fractionDigits[1]] as const },
  })
  const lacking = (row: ProductMasterRow) =>
    draftOf(row, (column) => store.typedAt({ row: row.sku, column })).lacking
  return [
    ...SIDES.map((side) =>
      typedColumn(of, side, {
        ...measure(1),
        title: SIDE_TITLES[side],
        problem: (row) => (lacking(row).includes(side) ? SIDES_RULE : undefined),
      }),
    ),
    typedColumn(of, 'weight', { ...measure(2), title: 'Weight' }),
    {
      id: 'volume',
      title: 'Volume, cm³',
      hint: 'Length × width × height',
      kind: 'number',
      width: 96,
      group: DIMENSIONS,
      isSortable: false,
      isExplained: false,
      value: ({ size }) => size?.volume ?? null,
      format: wholeText,
    },
    {
      ...said('sizeTier', 'Size tier', 148, ({ sizeTier }) => sizeTier, DIMENSIONS),
      hint: 'The size tier Amazon charges by, from the newest fee preview',
    },
    {
      ...said('source', 'Source', 112, (row) => sourcesOf(row).join(', '), DIMENSIONS),
      cellHint: ({ size, weight }) =>
        size && weight && size.source !== weight.source
          ? `Size: ${SOURCES[size.source]}. Weight: ${SOURCES[weight.source]}.`
          : undefined,
    },
  ]
}

const sourcesOf = ({ size, weight }: ProductMasterRow): string[] => [
  ...new Set([size, weight].flatMap((measured) => (measured ? [SOURCES[measured.source]] : []))),
]
