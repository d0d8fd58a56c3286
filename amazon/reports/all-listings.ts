import { marketplaceOf } from '#contract/marketplaces.ts'
import type { FactRecord, RecordInput, RecordReportType } from './report-type.ts'
import { snapshotDay } from './snapshot-day.ts'
import type { Cells } from './tabular.ts'
import { hasTable, tableFacts } from './tabular.ts'

/**
 * In the language of the account, where no other was asked for (github.com/amzn/selling-partner-api-models/issues/856); in English
 * some are British. A Chinese file calls the listing and the product the same, and names the ASIN beside them
 * (github.com/jlevers/selling-partner-api/issues/525).
 */
const columns = {
  title: { names: ['item-name', '商品名', '商品名称'], required: true },
  listing_id: { names: ['listing-id', '出品ID', '商品编码'], required: true },
  sku: { names: ['seller-sku', '出品者SKU', '卖家 SKU'], required: true },
  price: { names: ['price', '価格', '价格'], required: true },
  asin: { names: ['asin1', 'ASIN 1'] },
  product_id_type: { names: ['product-id-type', '商品IDタイプ'] },
  product_id: { names: ['product-id', '商品ID'] },
  fulfillment_channel: {
    names: ['fulfillment-channel', 'fulfilment-channel', 'フルフィルメント・チャンネル', '配送渠道'],
  },
  status: { names: ['status', 'ステータス', '状态'] },
}

/** What the seller offers in a marketplace now (GET_MERCHANT_LISTINGS_ALL_DATA). The file names neither of the two. */
export const allListings: RecordReportType = {
  kind: 'records',
  id: 'all_listings',
  label: 'All listings report',
  guide: {
    gives:
      'Names, ASINs, prices and states of your products, also of those that were never ordered; of one marketplace, as it is on the day of the download.',
    where: 'Inventory → Inventory reports → All listings report',
    path: '/listing/reports',
  },
  source: 'NONE',
  isOfMarketplace: true,
  dayColumn: 'snapshot_date',
  columns,
  recognise: (head) => hasTable(head, columns),
  read,
}

function read(input: RecordInput): AsyncIterable<FactRecord> {
  const [day, marketplace] = [snapshotDay(input), input.options.marketplace ?? null]
  return tableFacts(input, columns, 'listings', ['price'], (cells) => {
    const values = cells.facts('listings', ['title', 'price', 'status'])
    if (values['price']?.startsWith('-')) throw cells.refuse('price', 'a price of 0 or more')
    Object.assign(values, {
      snapshot_date: day,
      marketplace,
      sku: cells.required('sku', 'text'),
      asin: asinIn(cells),
      currency: values['price'] === null ? null : marketplaceOf(marketplace ?? '')?.currency,
      fulfillment_channel: channelIn(cells.text('fulfillment_channel')),
    })
    return [{ table: 'listings', lineNumber: cells.lineNumber, part: 0, values }]
  })
}

/** Among the types of product ids, 1 is the ASIN. */
const asinIn = (cells: Cells): string | null =>
  cells.value('asin', 'text') ??
  (cells.text('product_id_type') === '1' ? cells.value('product_id', 'text') : null)

/** `DEFAULT` is the seller, `AMAZON_EU` is Amazon. */
const channelIn = (text: string): string | null =>
  text === '' ? null : /^amazon/i.test(text) ? 'AFN' : 'MFN'
