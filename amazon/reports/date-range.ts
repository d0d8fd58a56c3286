import { parseDecimal, toText } from '#contract/decimal.ts'
import { CURRENCY_CODES } from '#contract/currencies.ts'
import { marketplaceOf, marketplaceOfName } from '#contract/marketplaces.ts'
import { fold } from '../files/header.ts'
import { localInstantOf } from '../files/local-moment.ts'
import { findTable, textAbove } from '../files/table.ts'
import { RefusedRecord } from './cells.ts'
import { AMOUNT_HEADINGS, DETAIL_KEYS, LANGUAGES, spellingsOf } from './date-range-languages.ts'
import type { FactRecord, FileHead, RecordInput, RecordReportType } from './report-type.ts'
import type { Cells } from './tabular.ts'
import { hasTable, tableFacts } from './tabular.ts'

const REQUIRED: readonly string[] = [
  'posted_at',
  'transaction_type',
  'order_id',
  'product sales',
  'selling fees',
  'other',
  'total',
]

const columns = Object.fromEntries(
  [...DETAIL_KEYS, ...AMOUNT_HEADINGS, 'total' as const].map((key) => {
    const names = LANGUAGES.flatMap(({ headings }) => spellingsOf(headings[key]))
    return [key, { names, required: REQUIRED.includes(key) }]
  }),
)

/**
 * Date-range ("unified transaction") report of Seller Central: some lines of explanation, then one line per
 * transaction with a column for each kind of amount, in the language of the account. Each amount becomes a ledger row
 * named by the English heading of its column.
 */
export const dateRange: RecordReportType = {
  kind: 'records',
  id: 'date_range',
  label: 'Date-range transaction report',
  guide: {
    gives:
      'What was paid or charged on any days, also before a settlement is closed; less detail in fees, and no total.',
    where: 'Payments → Reports repository → Transaction',
    path: '/payments/reports-repository',
    // As a seller in Türkiye describes the way in a public program.
    local: { Turkish: 'Ödemeler → Rapor Arşivi → İşlem' },
  },
  source: 'DATE_RANGE',
  columns,
  recognise: (head) => hasTable(head, columns),
  read,
}

function read(input: RecordInput): AsyncIterable<FactRecord> {
  const currency = currencyIn(input.head) ?? currencyOfMarketplace(input.options.marketplace ?? '')
  return tableFacts(input, columns, 'settlement_lines', [...AMOUNT_HEADINGS, 'total'], (cells) =>
    transaction(cells, currency),
  )
}

/** `All amounts in USD, unless specified` stands above the headings, in any language. */
function currencyIn(head: FileHead): string | undefined {
  const lineIndex = findTable(head, columns)?.header.lineIndex ?? 0
  const preamble = textAbove(head, lineIndex)
  const code = CURRENCY_CODES.find((currency) => RegExp(String.raw`\b${currency}\b`).test(preamble))
  if (code) return code
  return /単位は円/.test(preamble) ? 'JPY' : /\bEuro\b/i.test(preamble) ? 'EUR' : undefined
}

const currencyOfMarketplace = (name: string): string | undefined =>
  marketplaceOf(marketplaceOfName(name) ?? name)?.currency

function transaction(cells: Cells, currency: string | undefined): FactRecord[] {
  const amounts = AMOUNT_HEADINGS.map((heading) => cells.value(heading, 'decimal') ?? '0')
  const total = cells.required('total', 'decimal')
  const sum = amounts.reduce((units, amount) => units + parseDecimal(amount), 0n)
  if (sum !== parseDecimal(total)) {
    throw new RefusedRecord(
      `${cells.heading('total')}: ${total}, but the amounts of the line add up to ${toText(sum)}`,
    )
  }
  const marketplace = cells.value('marketplace', 'text')
  const rowCurrency = currencyOfMarketplace(marketplace ?? '') ?? currency
  if (!rowCurrency) throw new RefusedRecord('The file names no currency; import it with its marketplace')

  const shared = {
    settlement_id: cells.value('settlement_id', 'text'),
    transaction_type: typeOf(cells.text('transaction_type')),
    ...statusOf(cells),
    posted_at: instantIn(cells, 'posted_at'),
    // Spreadsheets turn order ids into numbers; such a transaction still counts.
    order_id: cells.value('order_id', 'text'),
    marketplace,
    sku: cells.value('sku', 'text'),
    currency: rowCurrency,
    fulfillment_channel: channelOf(cells.text('fulfillment')),
  }
  const description = descriptionOf(cells.text('description'))
  const quantity = cells.value('quantity', 'integer')
  return AMOUNT_HEADINGS.flatMap((heading, part): FactRecord[] => {
    const amount = amounts[part]!
    if (amount === '0') return []
    const values = {
      ...shared,
      quantity: heading === 'product sales' ? quantity : null,
      amount_type: heading,
      amount_description: NAMED_BY_HEADING[heading] ?? description,
      amount,
    }
    return [{ table: 'settlement_lines', lineNumber: cells.lineNumber, part, values }]
  })
}

/** Amounts that the ledger mapping knows by a description rather than by the heading. */
const NAMED_BY_HEADING: Record<string, string> = {
  Points: 'PointsGranted',
  'TCS-CGST': 'TCS-CGST',
  'TCS-SGST': 'TCS-SGST',
  'TCS-IGST': 'TCS-IGST',
  'TDS (Section 194-O)': 'TDS (Section 194-O)',
}

function instantIn(cells: Cells, column: string): string {
  const instant = localInstantOf(cells.text(column))
  if (!instant) throw cells.refuse(column, 'a date and time with its time zone')
  return instant
}

/** Newer files hold deferred transactions too; older ones have no such column, and all of theirs are released. */
function statusOf(cells: Cells): { status: string | null; released_at: string | null } {
  const status = cells.text('status')
  const released = cells.text('released_at')
  if (status !== '' && released === '' && LACK_DEFERRED.has(fold(cells.heading('status')))) {
    throw new RefusedRecord(
      `${cells.heading('status')}: "${status.slice(0, 100)}" without a date of release may be deferred, a word that is not known in this language; download the report in English`,
    )
  }
  return {
    status: status === '' ? null : DEFERRED.test(status) ? 'DEFERRED' : 'RELEASED',
    released_at: released === '' ? null : instantIn(cells, 'released_at'),
  }
}

const DEFERRED =
  /^(defer|aufgeschoben|zurückgestellt|différ|en attente|diferid|aplazad|retenid|differit|in sospeso|uitgesteld|uppskjut|odroczon|保留|繰延)/i

/** Headings of the status in languages of which the word is not known. */
const LACK_DEFERRED = new Set(
  LANGUAGES.filter(({ lacksDeferred }) => lacksDeferred).flatMap(({ headings }) =>
    spellingsOf(headings.status).map(fold),
  ),
)

const ENGLISH_TYPES = new Map(
  LANGUAGES.flatMap(({ types }) =>
    Object.entries(types).flatMap(([english, spelling]) =>
      spellingsOf(spelling).map((name) => [fold(name), english]),
    ),
  ),
)

/** A type that no language lists is kept as the file writes it. */
const typeOf = (text: string): string | null => ENGLISH_TYPES.get(fold(text)) ?? (text || null)

const ADVERTISING = new Set(LANGUAGES.map(({ costOfAdvertising }) => fold(costOfAdvertising ?? '')))

const descriptionOf = (text: string): string | null =>
  text === '' ? null : ADVERTISING.has(fold(text)) ? 'Cost of Advertising' : text

/** The seller has a name in every language, Amazon has one in all. */
const channelOf = (text: string): string | null =>
  text === '' ? null : fold(text).startsWith('amazon') ? 'AFN' : 'MFN'
