import { useQuery } from '@tanstack/react-query'
import type { PRODUCT_STEPS } from '#contract/dashboards/product-drawer.ts'
import type { LostCause } from '#contract/lost-contribution.ts'
import type { ProductFigures } from '#contract/product-drawer.ts'
import { ChartExport } from '#web/charts/ChartExport.tsx'
import { moneyFormat } from '#web/charts/formats.ts'
import { LedgerWaterfall } from '#web/charts/LedgerWaterfall.tsx'
import { priceSteps } from '#web/metrics/price-steps.ts'
import { sheetFrom } from '#web/table/sheet.ts'
import { trpc } from '#web/trpc.ts'
import { isZero, priceText, wholeText } from '#web/ui/numbers.ts'
import { SectionFrame } from '#web/ui/SectionFrame.tsx'
import { LostCauses } from './LostCauses.tsx'
import type { ProductTab } from './ProductDrawer.tsx'
import type { AskedProduct, ExplainMetric } from './product-scope.ts'
import { unitsToOrder } from './stock-words.ts'

type Step = (typeof PRODUCT_STEPS)[number]

interface ProductProfitProps {
  asked: AskedProduct
  product: ProductFigures | undefined
  onExplain: ExplainMetric
  onTab: (tab: ProductTab) => void
}

/** What a unit leaves of its price, and what the product could have left and did not. */
export function ProductProfit({ asked, product, onExplain, onTab }: ProductProfitProps) {
  const { contingency: _, ...question } = asked
  const lost = useQuery(trpc.productDrawer.getLostContribution.queryOptions(question))
  const { currencyCode } = asked
  const price = product?.steps.unitPrice.value ?? null
  // What nothing was taken for is no step; what is not known is one.
  const steps = product
    ? priceSteps(product.steps).filter(
        ({ id, amount }) => id === 'unitPrice' || amount === null || !isZero(amount),
      )
    : []
  return (
    <>
      <SectionFrame
        title="From price to profit"
        note={`${currencyCode} per unit, share of price`}
        height={240}
        status={
          !product
            ? { kind: 'loading' }
            : price === null
              ? { kind: 'empty', title: 'Nothing sold', text: 'No units were ordered in these days.' }
              : { kind: 'ready' }
        }
        actions={
          <ChartExport
            title="From price to profit"
            isDisabled={price === null}
            facts={product ? [['Dates', `${product.period.startDate} to ${product.period.endDate}`]] : []}
            sheet={() =>
              sheetFrom(
                [...steps, { label: 'Profit per unit', amount: product?.steps.unitProfit.value ?? null }],
                [
                  ['Step', 'text', ({ label }) => label],
                  ['Per unit', 'money', ({ amount }) => amount],
                ],
                currencyCode,
              )
            }
          />
        }
      >
        <LedgerWaterfall
          summary="From price to profit, per unit"
          steps={steps}
          resultLabel="Profit per unit"
          // The head of the section names the currency.
          format={{ ...moneyFormat(currencyCode), full: priceText }}
          onExplain={(id) => onExplain((id ?? 'unitProfit') as Step)}
        />
      </SectionFrame>
      <LostCauses
        query={lost}
        currencyCode={currencyCode}
        actOf={({ cause }) => {
          const act = ACTS[cause]
          if (!act) return null
          const { label, tab } = act
          const units = cause === 'OUT_OF_STOCK' && product ? unitsToOrder(product) : null
          return {
            label: units === null ? label : `Order ${wholeText(units)}`,
            onPress: () => (tab ? onTab(tab) : onExplain('buyBoxPercentage')),
          }
        }}
      />
    </>
  )
}

const ACTS: Partial<Record<LostCause, { label: string; tab?: ProductTab }>> = {
  OUT_OF_STOCK: { label: 'See stock', tab: 'stock' },
  STRANDED: { label: 'See stock', tab: 'stock' },
  FEATURED_OFFER: { label: 'See its share' },
  WASTED_CLICKS: { label: 'See ads', tab: 'ads' },
}
