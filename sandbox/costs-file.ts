/** Landed costs in the product's own template. */
import { addDays, addMonths, type IsoDate } from '#contract/date-range.ts'
import type { DemoWindow } from './demo-window.ts'
import { GOOD_WITH_TWO_COST_CHANGES, GOODS, type UnitCost } from './goods.ts'
import { moneyText, share } from './money.ts'

const COLUMNS = [
  'sku',
  'marketplace',
  'valid_from',
  'valid_to',
  'currency',
  'manufacturing',
  'freight',
  'duty',
  'other',
  'fbm_shipping',
  'note',
]

/** What the parcel service takes for a good that the seller ships, in cents without VAT. */
const PARCEL_CENTS = 610

interface CostRow {
  sku: string
  marketplace: string
  validFrom: IsoDate
  /** Empty: still valid. */
  validTo: IsoDate
  cost: UnitCost
  parcel: number
  note: string
}

const scaled = (cost: UnitCost, hundredths: number): UnitCost => ({
  ...cost,
  manufacturing: share(cost.manufacturing, hundredths),
  freight: share(cost.freight, hundredths),
})

function costRows(window: DemoWindow): CostRow[] {
  return GOODS.flatMap((good): CostRow[] => {
    const { cost, sku } = good
    if (!cost) return []
    const parcel = good.fulfilment === 'MFN' ? PARCEL_CENTS : 0
    const row = (
      validFrom: IsoDate,
      validTo: IsoDate,
      valid: UnitCost,
      note = '',
      marketplace = '',
    ): CostRow => ({ sku, marketplace, validFrom, validTo, cost: valid, parcel, note })
    const start = window.firstDay
    if (sku === GOOD_WITH_TWO_COST_CHANGES) {
      const dearer = addMonths(start, 8)
      const cheaper = addMonths(start, 17)
      return [
        row(start, addDays(dearer, -1), cost),
        row(dearer, addDays(cheaper, -1), scaled(cost, 11_800), 'Steel surcharge and higher sea freight'),
        row(cheaper, '', scaled(cost, 10_600), 'New supplier contract'),
      ]
    }
    // Goods from the warehouse in Germany cross one more border on the way to Great Britain.
    if (cost.currency === 'EUR' && good.offers['GB']) {
      return [
        row(start, '', cost),
        row(
          start,
          '',
          { ...cost, freight: cost.freight + 25, duty: cost.duty + 20 },
          'Customs and second leg',
          'GB',
        ),
      ]
    }
    return [row(start, '', cost)]
  })
}

export async function* costsFile(window: DemoWindow): AsyncGenerator<string> {
  yield `${COLUMNS.join(',')}\n`
  for (const { sku, marketplace, validFrom, validTo, cost, parcel, note } of costRows(window)) {
    const amounts = [cost.manufacturing, cost.freight, cost.duty, cost.other, parcel].map(moneyText)
    yield `${[sku, marketplace, validFrom, validTo, cost.currency, ...amounts, note].join(',')}\n`
  }
}
