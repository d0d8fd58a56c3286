import type { ProductCounts } from '#contract/product-master.ts'
import { KeyFigures, type KeyFigure } from '#web/charts/KeyFigures.tsx'
import { countText, wholeText } from '#web/ui/numbers.ts'

/** How many products there are, and how many of them still lack what profit needs. */
export function ProductFigures({ counts }: { counts: ProductCounts | undefined }) {
  const figure = (id: string, label: string, value: number | undefined, note?: string): KeyFigure => ({
    id,
    label,
    unit: { kind: 'count' },
    value: value === undefined ? undefined : String(value),
    ...(note && { note }),
  })
  const unlisted = counts && counts.all - counts.active - counts.inactive
  return (
    <KeyFigures
      label="All products of the filters"
      figures={[
        figure('all', 'Products', counts?.all),
        figure(
          'active',
          'Active',
          counts?.active,
          counts &&
            (counts.inactive > 0 || unlisted === 0
              ? `${wholeText(counts.inactive)} inactive`
              : `${countText(unlisted!, 'product')} in no listing`),
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
