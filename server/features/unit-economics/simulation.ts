import { divide, multiply, parseDecimal, toText, ZERO, type Decimal } from '#contract/decimal.ts'
import { COMPUTED } from '#contract/metrics/computed.ts'
import type { Figure } from '#contract/metrics/evaluate.ts'
import type { MetricId } from '#contract/metrics/metrics.ts'
import type { SimulateInput, Simulation } from '#contract/unit-economics.ts'

const UNKNOWN: Simulation = {
  price: null,
  netPrice: null,
  unitProfit: null,
  unitMargin: null,
  unitRoi: null,
  breakEvenAcos: null,
  minimumPrice: null,
}

/**
 * One unit with another price or cost. VAT, referral fee and contingency keep their share of the price, unless
 * the question names a fee; everything else stays what it was.
 */
export function simulated(
  figure: (id: MetricId) => Figure,
  changes: Pick<SimulateInput, 'price' | 'landedCost' | 'advertising' | 'referralFee' | 'fulfilmentFee'>,
): Simulation {
  const value = (id: MetricId) => figure(id).value
  const asked = (text: string | undefined) => (text === undefined ? undefined : parseDecimal(text))
  const [net, tax] = [value('netPrice'), value('unitVat')]
  const before = net === null || tax === null ? ZERO : net + tax
  if (before <= ZERO) return UNKNOWN
  const price = asked(changes.price) ?? before
  const inProportion = (id: MetricId) => {
    const part = value(id)
    return part === null ? null : divide(multiply(part, price), before)
  }
  const netPrice = inProportion('netPrice')
  const vat = inProportion('unitVat')
  const sold = value('unitsSold')
  const productSales = inProportion('productSalesWithVat')
  const contingency = inProportion('unitContingency')
  const referralFee = asked(changes.referralFee) ?? inProportion('unitReferralFee')
  const landedCost = asked(changes.landedCost) ?? value('unitCogs')
  const fixed = [
    landedCost,
    asked(changes.fulfilmentFee) ?? value('unitFulfilmentFee'),
    value('unitStorageFee'),
    value('unitOtherFees'),
    value('unitRefundCost'),
  ]
  const marketing = [asked(changes.advertising) ?? value('unitAdvertising'), value('unitPromotionFees')]
  const known = [sold, productSales, netPrice, vat, contingency, referralFee, ...fixed, ...marketing]
  if (known.includes(null)) return { ...UNKNOWN, price: toText(price), netPrice: textOf(netPrice) }
  const margin2 = minus(netPrice!, [referralFee!, ...(fixed as Decimal[])])
  const profit = minus(margin2, [...(marketing as Decimal[]), contingency!])
  return {
    price: toText(price),
    netPrice: toText(netPrice!),
    unitProfit: toText(profit),
    unitMargin: textOf(divide(profit, netPrice!)),
    unitRoi: textOf(divide(profit, landedCost!)),
    breakEvenAcos: textOf(divide(multiply(margin2, sold!), productSales!)),
    minimumPrice: textOf(
      COMPUTED['minimumPrice']!(
        netPrice!,
        vat!,
        referralFee!,
        contingency!,
        ...([...fixed, ...marketing] as Decimal[]),
      ),
    ),
  }
}

const minus = (from: Decimal, parts: readonly Decimal[]): Decimal =>
  parts.reduce((left, part) => left - part, from)
const textOf = (value: Decimal | null): string | null => (value === null ? null : toText(value))
