/**
 * Settlements as a seller downloads them, in each layout, out of one list of amounts. Written for tests and without any
 * code of the product, so that both can be held against each other.
 */

/** One amount of a settlement. */
export interface Entry {
  /** Order, Refund, ServiceFee or other-transaction, as the V2 layout says it. */
  type: string
  amountType: string
  description: string
  amount: string
  /** `2026-03-01 10:00:00`, in UTC. */
  at: string
  order?: string
  item?: string
  sku?: string
  quantity?: number
  /** `Amazon.de` */
  marketplace?: string
  channel?: string
  adjustment?: string
  promotion?: string
}

export interface Settlement {
  id: string
  start: string
  end: string
  currency: string
  /** The day of the deposit; that of the end where a test says nothing else. */
  deposit?: string
  entries: Entry[]
  /** What the settlement states; the sum of its entries where a test says nothing else. */
  total?: string
}

/** One order of Germany, and what Amazon takes of it. */
export const settlementOfOne = (
  id: string,
  start: string,
  end: string,
  principal = '119.00',
): Settlement => ({
  id,
  start,
  end,
  currency: 'EUR',
  entries: sale({
    order: `028-0000000-${id.slice(-7)}`,
    at: `${start} 12:00:00`,
    marketplace: 'Amazon.de',
    amounts: { 'ItemPrice Principal': principal, 'ItemFees Commission': '-15.00' },
  }),
})

export interface Writing {
  decimalMark?: '.' | ','
  /** `2026-03-01 10:00:00 UTC`, or as European files have it `01.03.2026 10:00:00 UTC`. */
  moments?: 'YMD' | 'DMY'
  lineEnd?: '\n' | '\r\n'
  /** Only these entries, where the file is a part of a settlement. */
  entries?: readonly Entry[]
  /** False: without the line that states the settlement. */
  summary?: boolean
}

const V2_HEADINGS =
  words(`settlement-id settlement-start-date settlement-end-date deposit-date total-amount currency
  transaction-type order-id merchant-order-id adjustment-id shipment-id marketplace-name amount-type amount-description
  amount fulfillment-id posted-date posted-date-time order-item-code merchant-order-item-id
  merchant-adjustment-item-id sku quantity-purchased promotion-id`)

const WIDE_HEADINGS =
  words(`settlement-id settlement-start-date settlement-end-date deposit-date total-amount currency
  transaction-type order-id merchant-order-id adjustment-id shipment-id marketplace-name shipment-fee-type
  shipment-fee-amount order-fee-type order-fee-amount fulfillment-id posted-date order-item-code
  merchant-order-item-id merchant-adjustment-item-id sku quantity-purchased price-type price-amount
  item-related-fee-type item-related-fee-amount misc-fee-amount other-fee-amount other-fee-reason-description
  promotion-id promotion-type promotion-amount direct-payment-type direct-payment-amount other-amount`)

const DATE_RANGE_HEADINGS =
  `date/time,settlement id,type,order id,sku,description,quantity,marketplace,account type,
fulfillment,tax collection model,product sales,product sales tax,shipping credits,shipping credits tax,gift wrap credits,
giftwrap credits tax,Regulatory Fee,Tax On Regulatory Fee,promotional rebates,promotional rebates tax,
marketplace withheld tax,selling fees,fba fees,other transaction fees,other,total`.split(/,\n?/)

type Cells = Record<string, string | undefined>

/** Flat file V2: one amount per line. */
export function v2File(settlement: Settlement, writing: Writing = {}): string {
  const { entries = settlement.entries } = writing
  const lines = entries.map((entry) => ({
    ...commonCells(settlement, entry),
    'posted-date': momentText(entry.at, writing).slice(0, 10),
    'posted-date-time': momentText(entry.at, writing),
    'amount-type': entry.amountType,
    'amount-description': entry.description,
    amount: amountText(entry.amount, writing),
    'quantity-purchased': entry.quantity?.toString(),
  }))
  return table(V2_HEADINGS, [...summaryLine(settlement, writing), ...lines], writing)
}

/** Wide flat file: a column for each kind of amount, and quantities in lines of their own. */
export function wideFile(settlement: Settlement, writing: Writing = {}): string {
  const { entries = settlement.entries } = writing
  const lines = entries.flatMap((entry) => {
    const common = {
      ...commonCells(settlement, entry),
      'posted-date': momentText(entry.at, writing),
    }
    const amount = { ...common, ...wideCells(entry, amountText(entry.amount, writing)) }
    return entry.quantity !== undefined &&
      entry.amountType === 'ItemPrice' &&
      entry.description === 'Principal'
      ? [{ ...common, 'quantity-purchased': entry.quantity.toString() }, amount]
      : [amount]
  })
  return table(WIDE_HEADINGS, [...summaryLine(settlement, writing), ...lines], writing)
}

const WIDE_COLUMNS: Record<string, [type: string, amount: string]> = {
  ItemPrice: ['price-type', 'price-amount'],
  ItemFees: ['item-related-fee-type', 'item-related-fee-amount'],
  ItemWithheldTax: ['item-related-fee-type', 'item-related-fee-amount'],
  Promotion: ['promotion-type', 'promotion-amount'],
}

function wideCells({ amountType, description }: Entry, amount: string): Cells {
  const columns = WIDE_COLUMNS[amountType]
  if (columns) return { [columns[0]]: description, [columns[1]]: amount }
  return { 'transaction-type': description, 'other-amount': amount }
}

const DATE_RANGE_COLUMNS: Record<string, string> = {
  'ItemPrice Principal': 'product sales',
  'ItemPrice Tax': 'product sales tax',
  'ItemPrice Shipping': 'shipping credits',
  'ItemPrice GiftWrap': 'gift wrap credits',
  'Promotion Principal': 'promotional rebates',
  'Promotion Shipping': 'promotional rebates',
  'ItemFees Commission': 'selling fees',
  'ItemFees RefundCommission': 'selling fees',
  'ItemFees FBAPerUnitFulfillmentFee': 'fba fees',
}

/** Date-range report of a shop in the United States: one line per transaction, times in UTC. */
export function dateRangeFile(settlement: Settlement): string {
  const transactions = new Map<string, Entry[]>()
  for (const entry of settlement.entries) {
    const key = JSON.stringify([
      entry.type,
      entry.order,
      entry.sku,
      entry.at,
      entry.type === 'other-transaction' && entry,
    ])
    transactions.set(key, [...(transactions.get(key) ?? []), entry])
  }
  const lines = [...transactions.values()].map((entries) => {
    const [first] = entries as [Entry]
    const isOther = first.type === 'other-transaction'
    const amounts = new Map<string, bigint>()
    for (const { amountType, description, amount } of entries) {
      const column = DATE_RANGE_COLUMNS[`${amountType} ${description}`] ?? 'other'
      amounts.set(column, (amounts.get(column) ?? 0n) + cents(amount))
    }
    const cells: Cells = {
      'date/time': `${first.at} UTC`,
      'settlement id': settlement.id,
      type: isOther ? 'Service Fee' : first.type,
      'order id': first.order,
      sku: first.sku,
      description: isOther ? first.description : 'A thing',
      quantity: entries.find(({ quantity }) => quantity !== undefined)?.quantity?.toString(),
      marketplace: first.marketplace?.toLowerCase(),
      fulfillment: first.order && 'Amazon',
      total: centsText(entries.reduce((total, { amount }) => total + cents(amount), 0n)),
    }
    for (const heading of DATE_RANGE_HEADINGS.slice(11, -1))
      cells[heading] = centsText(amounts.get(heading) ?? 0n)
    return DATE_RANGE_HEADINGS.map((heading) => cells[heading] ?? '')
      .map(quoted)
      .join(',')
  })
  const preamble = [`"All amounts in ${settlement.currency}, unless specified"`, 'Definitions:']
  return [...preamble, DATE_RANGE_HEADINGS.join(','), ...lines, ''].join('\n')
}

/** Rebuilds a file from its lines, so that a test can leave some out or bring them into another order. */
export const linesOf = (file: string): { header: string; lines: string[] } => {
  const [header = '', ...lines] = file.split('\n').filter((line) => line !== '')
  return { header, lines }
}
export const fileOf = (header: string, lines: readonly string[]): string =>
  [header, ...lines].map((line) => `${line}\n`).join('')

function commonCells(settlement: Settlement, entry: Entry): Cells {
  return {
    'settlement-id': settlement.id,
    'transaction-type': entry.type,
    'order-id': entry.order,
    'merchant-order-id': entry.order,
    'adjustment-id': entry.adjustment,
    'marketplace-name': entry.marketplace,
    'fulfillment-id': entry.order && (entry.channel ?? 'AFN'),
    'order-item-code': entry.item,
    sku: entry.sku,
    'promotion-id': entry.promotion,
  }
}

function summaryLine(settlement: Settlement, writing: Writing): Cells[] {
  if (writing.summary === false) return []
  const { id, start, end, deposit = end, currency, entries } = settlement
  return [
    {
      'settlement-id': id,
      'settlement-start-date': momentText(`${start} 00:00:00`, writing),
      'settlement-end-date': momentText(`${end} 00:00:00`, writing),
      'deposit-date': momentText(`${deposit} 12:00:00`, writing),
      'total-amount': amountText(settlement.total ?? totalOf(entries), writing),
      currency,
    },
  ]
}

const table = (headings: readonly string[], rows: readonly Cells[], { lineEnd = '\n' }: Writing): string =>
  [headings, ...rows.map((row) => headings.map((heading) => row[heading] ?? ''))]
    .map((cells) => cells.join('\t') + lineEnd)
    .join('')

/** Cents of `-12.50`; exact, and without the product's own arithmetic. */
export function cents(text: string): bigint {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text)
  if (!match) throw new Error(`Not an amount: ${text}`)
  const magnitude = BigInt(match[2]!) * 100n + BigInt((match[3] ?? '').padEnd(2, '0'))
  return match[1] ? -magnitude : magnitude
}

export function centsText(amount: bigint): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(3, '0')
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

export const totalOf = (entries: readonly Entry[]): string =>
  centsText(entries.reduce((total, { amount }) => total + cents(amount), 0n))

function amountText(amount: string, { decimalMark = '.' }: Writing): string {
  return decimalMark === ',' ? amount.replace('.', ',') : amount
}

function momentText(moment: string, { moments = 'YMD' }: Writing): string {
  const [, year, month, day, time] = /^(\d+)-(\d+)-(\d+) (.+)$/.exec(moment)!
  return moments === 'DMY' ? `${day}.${month}.${year} ${time} UTC` : `${year}-${month}-${day} ${time} UTC`
}

const quoted = (cell: string): string => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}

/** What a sale brings and costs. */
export interface Sale {
  order: string
  at: string
  sku?: string
  item?: string
  units?: number
  marketplace?: string
  channel?: string
  /** Amounts by what they are called: `{ 'ItemPrice Principal': '20.00', 'ItemFees Commission': '-3.00' }` */
  amounts: Record<string, string>
}

export const sale = ({ units = 1, ...what }: Sale): Entry[] => entriesOf('Order', { units, ...what })

/** Settlement files give the quantity of a refund no number. */
export const refund = (what: Omit<Sale, 'units'>): Entry[] => entriesOf('Refund', what)

function entriesOf(
  type: string,
  { order, at, sku = 'SKU-1', item, units, marketplace, channel, amounts }: Sale,
): Entry[] {
  return Object.entries(amounts).map(([name, amount]) => {
    const [amountType, description] = name.split(' ') as [string, string]
    return {
      type,
      amountType,
      description,
      amount,
      at,
      order,
      sku,
      item: item ?? order.slice(-4),
      ...(units !== undefined && { quantity: units }),
      ...(marketplace !== undefined && { marketplace }),
      ...(channel !== undefined && { channel }),
    }
  })
}

/** What belongs to the account rather than to an order: storage, subscription, reserves, payouts. */
export const other = (
  description: string,
  amount: string,
  at: string,
  amountType = 'other-transaction',
): Entry => ({
  type: 'other-transaction',
  amountType,
  description,
  amount,
  at,
})

/** A settlement of March with one sale of 40.00 EUR in Germany, for where it matters only that there is data. */
export const oneSaleFile = (id = '90000000001'): string =>
  v2File({
    id,
    start: '2026-03-01',
    end: '2026-03-15',
    currency: 'EUR',
    entries: [
      {
        type: 'Order',
        amountType: 'ItemPrice',
        description: 'Principal',
        amount: '40.00',
        at: '2026-03-05 10:00:00',
        order: '111-0000001-0000001',
        item: '0000001',
        sku: 'CUP-BLUE',
        quantity: 1,
        marketplace: 'Amazon.de',
      },
    ],
  })
