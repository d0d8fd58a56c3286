import type { FilterControlProps } from '#web/dashboard/DashboardFilters.tsx'
import type { DashboardFrame } from '#web/dashboard/use-dashboard.ts'
import { FilterSet } from '#web/ui/FilterSelect.tsx'
import type { DISPLAYS, ProductMasterView } from './product-master-view.ts'

const LABELS: Record<(typeof DISPLAYS)[number], string> = {
  costOfGoods: 'Cost of goods',
  basicInformation: 'Basic information',
  dimensions: 'Dimensions',
}
const CHOICES = Object.entries(LABELS).map(([value, label]) => ({
  value: value as keyof typeof LABELS,
  label,
}))

/** Which groups of columns are shown. */
export function DisplayFilter({ frame }: FilterControlProps): React.ReactElement {
  const { view, change } = frame as unknown as DashboardFrame<ProductMasterView>
  return (
    <FilterSet
      label="Show"
      noun="groups"
      choices={CHOICES}
      values={view.displays}
      onChange={(displays) => change({ displays })}
    />
  )
}
