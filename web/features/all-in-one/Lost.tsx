import { skipToken } from '@tanstack/react-query'
import type { DashboardFrame } from '#web/dashboard/use-dashboard.ts'
import { useSectionAnswer } from '#web/dashboard/use-section-answer.ts'
import { LostCauses } from '#web/product-drawer/LostCauses.tsx'
import { trpc } from '#web/trpc.ts'
import { allInOneInput, type AllInOneView } from './all-in-one-view.ts'

/** What products could have left and did not; each cause leads to those that lost most. */
export function Lost({ frame }: { frame: DashboardFrame<AllInOneView> }) {
  const { view, scope, isReady, drawer } = frame
  const question = trpc.allInOne.getLostContribution.queryOptions(
    isReady ? allInOneInput(scope, view) : skipToken,
  )
  const { query, currencyCode } = useSectionAnswer(frame, question)
  return (
    <LostCauses
      title="Lost contribution, all products"
      query={query}
      currencyCode={currencyCode}
      actOf={({ skus }) => {
        const [first] = skus
        if (first === undefined) return null
        return {
          label: skus.length === 1 ? 'See product' : 'See products',
          onPress: () => drawer.openProduct(first, skus),
        }
      }}
    />
  )
}
