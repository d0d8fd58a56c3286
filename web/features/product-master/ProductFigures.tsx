import type { ProductCounts } from '#contract/product-master.ts'
import { KeyFigures, type KeyFigure } from '#web/charts/KeyFigures.tsx'
import { wholeText } from '#web/ui/numbers.ts'

/** How many products there are, and how many of them still lack what profit needs. */
export function ProductFigures({ counts }: { counts: ProductCounts | undefined }) {
  const figure = (id: string, label: string, value: number | null | undefined, note?: string): KeyFigure => ({
    id,
    label,
    unit: { kind: 'count' },
    value: value == null ? value : String(value),
    ...(note && { note }),
  })
  const isListed = counts !== undefined && counts.active + counts.inactive > 0
  return (
    <KeyFigures
      label="All products of the filters"
      figures={[
        figure('all', 'Products', counts?.all),
        // What no listing names may be active all the same.
        figure(
          'active',
          'Active',
          counts && (isListed ? counts.active : null),
          counts && (isListed ? `${wholeText(counts.inactive)} inactive` : 'no report of listings'),
        ),
        figure(
          'withoutCost',
          'Without cost',
          counts?.withoutCost,
          counts && counts.soldWithoutCost > 0
            ? `${wholeText(counts.soldWithoutCost)} sold in the last 30 days`
            : undefined,
        ),
        figure('withoutBrand', 'Without brand', counts?.withoutBrand),
        figure('withoutSize', 'Without dimensions', counts?.withoutSize),
      ]}
    />
  )
}
