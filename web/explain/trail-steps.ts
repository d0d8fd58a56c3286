import { isMetricId, metricOf } from '#contract/metrics/metrics.ts'
import { isProduct } from '#web/dashboard/use-drawer.ts'
import type { TrailStep } from '#web/ui/Inspector.tsx'
import type { ExplainWay } from './ExplainDrawer.tsx'

/** The way to a number or product, as the head of the drawer says it. */
export const trailSteps = ({ trail, onBack }: Pick<ExplainWay, 'trail' | 'onBack'>): TrailStep[] =>
  trail.map((step, place) => ({
    label: isProduct(step)
      ? step.product
      : isMetricId(step.metric)
        ? metricOf(step.metric).label
        : step.metric,
    onPress: () => onBack(place),
  }))
