import { COMPANY_STATES, type CompanyState } from '#contract/admin.ts'
import { FilterBar } from '#web/filters/FilterBar.tsx'
import { SearchFilter } from '#web/filters/SearchFilter.tsx'
import type { SearchParams } from '#web/search-params.ts'
import { FilterSelect } from '#web/ui/FilterSelect.tsx'
import { countText } from '#web/ui/numbers.ts'
import type { companiesAsked } from './company-view.ts'

const STATE_LABELS: Record<CompanyState, string> = { ALL: 'All', OPEN: 'Open', BLOCKED: 'Blocked' }

interface CompanyFiltersProps {
  asked: ReturnType<typeof companiesAsked>
  total: number | undefined
  onChange: (changes: SearchParams) => void
}

export const CompanyFilters = ({ asked: { search, state }, total, onChange }: CompanyFiltersProps) => (
  <FilterBar
    filters={[
      {
        id: 'search',
        control: (
          <SearchFilter
            label="Search name, id or address"
            value={search}
            onChange={(text) => onChange({ search: text })}
          />
        ),
      },
      {
        id: 'state',
        control: (
          <FilterSelect
            label="State"
            choices={COMPANY_STATES.map((value) => ({ value, label: STATE_LABELS[value] }))}
            value={state}
            onChange={(value) => onChange({ state: value === 'ALL' ? undefined : value })}
          />
        ),
      },
    ]}
    onReset={() => onChange({ search: undefined, state: undefined })}
    result={total === undefined ? undefined : countText(total, 'company', 'companies')}
  />
)
