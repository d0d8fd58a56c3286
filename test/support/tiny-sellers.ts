/** Sellers of the pretend Amazon who sell a few things every hour, and nothing else happens. */
import type { ReportQuestion, Seller } from '#sandbox/seller.ts'

/** New order lines of an hour. */
const ROWS_AN_HOUR = 20
const HOUR_MS = 3_600_000
const HEADINGS =
  'amazon-order-id\tpurchase-date\tlast-updated-date\torder-status\tsales-channel\tsku\tquantity\tcurrency\titem-price'

/** Orders of all full hours of the days that were asked for. */
function orders({ start, end }: ReportQuestion, now: Date): string | undefined {
  const lines: string[] = []
  const last = Math.min(+end, Math.floor(+now / HOUR_MS) * HOUR_MS)
  for (let hour = Math.ceil(+start / HOUR_MS) * HOUR_MS; hour < last; hour += HOUR_MS)
    for (let row = 0; row < ROWS_AN_HOUR; row++) {
      const at = new Date(hour + row * 60_000).toISOString()
      const order = `302-${String((hour / HOUR_MS) % 10_000_000).padStart(7, '0')}-${String(row).padStart(7, '0')}`
      lines.push(`${order}\t${at}\t${at}\tShipped\tAmazon.de\tCUP-${row % 5}\t1\tEUR\t${10 + (row % 7)}.99`)
    }
  return lines.length === 0 ? undefined : [HEADINGS, ...lines, ''].join('\n')
}

export const tinySellers = (count: number): Seller[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `tiny-${index}`,
    name: `Tiny ${index}`,
    about: '',
    establishmentCountry: 'DE',
    regions: [
      {
        region: 'EUROPE',
        sellingPartnerId: `ATINY${index}`,
        storeName: `Tiny ${index}`,
        marketplaces: ['DE'],
      },
    ],
    profiles: [],
    behaviour: {},
    firstDay: '2026-01-01',
    items: () => [],
    report(question, now) {
      const content = question.reportType.includes('ALL_ORDERS') ? orders(question, now) : undefined
      return content === undefined ? { kind: 'CANCELLED' } : { kind: 'DONE', content }
    },
    settlements: () => [],
    advertising: () => [],
    transactions: () => [],
    truth: () => [],
    settlementTruth: () => [],
  }))
