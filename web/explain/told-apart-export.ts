import { readableWords } from '#contract/amazon-words.ts'
import { tsvText, type DelimitedNotation } from '#contract/delimited-text.ts'
import type {
  DifferenceExplanation,
  ExplainedGroups,
  ExplainedLines,
  ExplainGroup,
  ExplainRow,
  FlaggedGroup,
  GroupKey,
  OrderDifference,
} from '#contract/explain.ts'
import { marketplaceOf } from '#contract/marketplaces.ts'
import { metricOf, type MetricId } from '#contract/metrics/metrics.ts'
import type { Exported } from '#web/table/ExportMenu.tsx'
import { sheetFrom, typeOfUnit, type Facts, type FileColumnOf } from '#web/table/sheet.ts'
import type { ExplainScope } from './ExplainDrawer.tsx'
import { restOf } from './order-differences.ts'
import { amountTitle, groupName, KEY_WORDS } from './group-names.ts'

/** So many groups or lines fit into a file. */
const EXPORTED_MAX = 20_000
const PAGE = { groups: 1_000, lines: 500 }

/** What a file is about. */
export interface Subject {
  scope: ExplainScope
  metric: MetricId
  term: MetricId
  start: string
  end: string
  /** Whose number it is, or which of its rows are meant. */
  parts: Facts
}

export const subjectFacts = ({ scope, metric, term, start, end, parts }: Subject): Facts => [
  ['Number', metricOf(metric).label],
  ...(term === metric ? [] : [['Of it', metricOf(term).label] as const]),
  ['Dates', `${start} to ${end}`],
  ...scopeFacts(scope),
  ...parts,
]

/** What rows are of, whatever number they make. */
export const scopeFacts = (scope: ExplainScope): Facts => [
  ['Currency', scope.currencyCode],
  ['Marketplaces', scope.marketplaces?.join(' ') || 'all'],
  ['Products', scope.skus?.map((sku) => sku || '(no product)').join(' ') || 'all'],
  ...(scope.brandNames?.length
    ? [['Brands', scope.brandNames.map((name) => name || '(no brand)').join(', ')] as const]
    : []),
  ...(scope.parentAsin === undefined ? [] : [['Parent ASIN', scope.parentAsin] as const]),
  ...(scope.asOf === undefined ? [] : [['As it was on', String(scope.asOf)] as const]),
  ['Basis', scope.basis === 'ORDER' ? 'orders' : 'transactions'],
]

/** `net-profit-by-product-2026-10-01-2026-10-31` */
export const fileNameOf = ({ metric, start, end }: Subject, what: string): string =>
  `${metric.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-${what}-${start}-${end}`

/** What else is known of groups. */
const SAID: Partial<Record<GroupKey, readonly FileColumnOf<ExplainGroup>[]>> = {
  product: [['SKU', 'text', ({ code }) => code]],
  marketplace: [['Code', 'text', ({ code }) => code]],
  kind: [
    ['In the files', 'text', ({ code }) => code],
    ['Counts as', 'text', ({ metricId }) => metricId && metricOf(metricId).label],
  ],
}

/** All groups that are found, page after page. */
export async function exportedGroups(
  subject: Subject,
  by: GroupKey,
  read: (page: { limit: number; offset: number }) => Promise<ExplainedGroups>,
): Promise<Exported> {
  const first = await read({ limit: PAGE.groups, offset: 0 })
  const groups = await allOf(
    first.groups,
    first.groupCount,
    async (offset) => (await read({ limit: PAGE.groups, offset })).groups,
  )
  const { label, many } = KEY_WORDS[by]
  return {
    sheet: sheetFrom<ExplainGroup>(
      groups,
      [
        [
          label,
          by === 'day' ? 'day' : 'text',
          (group) => (by === 'day' || by === 'month' ? group.key : groupName(by, group).name),
        ],
        ...(SAID[by] ?? []),
        ['Rows', 'count', ({ rowCount }) => rowCount],
        [amountTitle(first), typeOfUnit(first.unit), ({ value }) => value],
        ['Share', 'share', ({ share }) => share],
      ],
      subject.scope.currencyCode,
    ),
    isReadNow: true,
    facts: [...subjectFacts(subject), ...cutAt(groups.length, first.groupCount, many)],
  }
}

/** All orders that differ, page after page, with what is of none of them. */
export async function exportedDifferences(
  subject: Subject,
  read: (page: { limit: number; offset: number }) => Promise<DifferenceExplanation>,
): Promise<Exported> {
  const first = await read({ limit: PAGE.groups, offset: 0 })
  const orders = await allOf(
    first.orders,
    first.orderCount,
    async (offset) => (await read({ limit: PAGE.groups, offset })).orders,
  )
  const unit = typeOfUnit(metricOf(subject.metric).unit)
  const rest: OrderDifference[] = first.whole
    ? [{ orderId: 'Everything else', ordered: null, posted: null, difference: restOf(first.whole, orders) }]
    : []
  return {
    sheet: sheetFrom<OrderDifference>(
      [...orders, ...rest],
      [
        ['Order', 'text', ({ orderId }) => orderId],
        ['Ordered', 'day', ({ ordered }) => ordered?.start ?? null],
        ['Posted from', 'day', ({ posted }) => posted?.start ?? null],
        ['Posted to', 'day', ({ posted }) => posted?.end ?? null],
        ['By order', unit, ({ difference }) => difference?.byOrder ?? null],
        ['By transaction', unit, ({ difference }) => difference?.byTransaction ?? null],
        ['Difference', unit, ({ difference }) => difference?.difference ?? null],
      ],
      subject.scope.currencyCode,
    ),
    isReadNow: true,
    facts: [...subjectFacts(subject), ...cutAt(orders.length, first.orderCount, 'orders')],
  }
}

/** So many lines of files are read at once. */
interface LinesPage {
  limit: number
  offset: number
}

/** All lines that are found, page after page. */
export async function exportedLines(
  facts: Facts,
  currencyCode: string,
  read: (page: LinesPage) => Promise<ExplainedLines>,
): Promise<Exported> {
  const { rows, rowCount } = await readLines(PAGE.lines, read)
  return {
    sheet: sheetFrom<ExplainRow>(
      rows,
      [
        ['Day', 'day', ({ day }) => day],
        ['Counts as', 'text', ({ metricId }) => metricOf(metricId).label],
        ['Marketplace', 'text', ({ marketplace }) => marketplaceOf(marketplace)?.label ?? marketplace],
        ['SKU', 'text', ({ sku }) => sku],
        ['Order', 'text', ({ orderId }) => orderId],
        ['Settlement', 'text', ({ settlementId }) => settlementId],
        ['Meaning', 'text', (row) => readableWords(row.amountDescription || row.amountType)],
        ['Transaction', 'text', ({ transactionType }) => transactionType],
        ['Type', 'text', ({ amountType }) => amountType],
        ['Description', 'text', ({ amountDescription }) => amountDescription],
        ['Rate or cost', 'number', ({ rate }) => rate],
        ['Amount', 'number', ({ amount }) => amount],
        ['Currency', 'text', ({ currency }) => currency],
        ['Share by net sales', 'share', ({ share }) => share],
        ['Exchange rate', 'number', ({ exchangeRate }) => exchangeRate],
        // Units and orders are no money.
        [
          `Amount in ${currencyCode}`,
          'money',
          ({ kind, converted }) => (kind === 'COUNT' ? null : converted),
        ],
        ['File', 'text', ({ fileName }) => fileName],
        ['Line', 'number', ({ lineNumber }) => lineNumber],
      ],
      currencyCode,
    ),
    isReadNow: true,
    facts: [...facts, ...cutAt(rows.length, rowCount, 'lines')],
  }
}

/** As many lines as fit into a file, and how many there are. */
export async function readLines<Row>(
  limit: number,
  read: (page: LinesPage) => Promise<{ rows: Row[]; rowCount: number }>,
): Promise<{ rows: Row[]; rowCount: number }> {
  const { rows, rowCount } = await read({ limit, offset: 0 })
  return {
    rows: await allOf(rows, rowCount, async (offset) => (await read({ limit, offset })).rows),
    rowCount,
  }
}

async function allOf<Row>(
  first: readonly Row[],
  total: number,
  readFrom: (offset: number) => Promise<Row[]>,
): Promise<Row[]> {
  const all = [...first]
  while (all.length < Math.min(total, EXPORTED_MAX)) {
    const next = await readFrom(all.length)
    if (next.length === 0) break
    all.push(...next)
  }
  return all
}

/** Terms of files for the clipboard, without what a spreadsheet would run, and with numbers as it reads them. */
export const copiedWords = (groups: readonly FlaggedGroup[], notation: DelimitedNotation): string =>
  tsvText(
    groups.map((group) => [
      group.transactionType,
      group.amountType,
      group.amountDescription,
      group.rowCount,
      group.amount,
      group.currency,
    ]),
    { notation, isNumber: (_row, column) => column > 2 },
  )

export const cutAt = (held: number, total: number, many: string): Facts =>
  held < total ? [['Not all of it', `${held} of ${total} ${many}`]] : []
