import { skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { COST_CHANGES_MAX } from '#contract/dashboards/product-master.ts'
import { marketplaceOf, MARKETPLACES, type MARKETPLACE_CODES } from '#contract/marketplaces.ts'
import type { ProposedCosts } from '#contract/product-master.ts'
import { FilterSet } from '#web/ui/FilterSelect.tsx'
import { SimpleTable, type SimpleColumn } from '#web/table/SimpleTable.tsx'
import { errorText, trpc } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { dayText, today } from '#web/ui/dates.ts'
import { NumberField } from '#web/ui/NumberField.tsx'
import { countText, moneyText } from '#web/ui/numbers.ts'
import { SelectField } from '#web/ui/SelectField.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { useSaveCosts } from './use-save-costs.ts'
import styles from './CostForm.module.css'

interface BulkCostChangeProps {
  companyId: string
  kind: 'percent' | 'copy'
  skus: readonly string[]
  onDone: () => void
  onType: () => void
  onClose: () => void
}

const EVERYWHERE = 'ALL'
const SOURCES = [
  { value: EVERYWHERE, label: 'All marketplaces' },
  ...MARKETPLACES.map(({ code, label }) => ({ value: code as string, label })),
]
const TARGETS = MARKETPLACES.map(({ code, label }) => ({ value: code, label }))
const DEBOUNCE_MS = 300

/** Costs of the chosen products by percent, or as another marketplace has them, from a day on: seen before they are saved. */
export function BulkCostChange({ companyId, kind, skus, onDone, onType, onClose }: BulkCostChangeProps) {
  const [validFrom, setValidFrom] = useState<string | null>(today())
  const [percent, setPercent] = useState<string | null>(null)
  const [from, setFrom] = useState(EVERYWHERE)
  const [to, setTo] = useState<readonly MarketplaceCode[]>([])
  const typed =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      onType()
      set(value)
    }
  const saving = useSaveCosts(companyId)
  const change =
    kind === 'percent'
      ? percent && ({ kind: 'PERCENT', percent } as const)
      : to.length > 0 &&
        ({
          kind: 'COPY',
          from: from === EVERYWHERE ? null : (from as MarketplaceCode),
          to: [...to],
        } as const)
  const said = change && validFrom ? JSON.stringify({ companyId, skus, validFrom, change }) : ''
  const asked = useDebounced(said, DEBOUNCE_MS)
  const query = useQuery({
    ...trpc.productMaster.proposeCosts.queryOptions(asked === '' ? skipToken : (JSON.parse(asked) as Asked)),
    staleTime: 0,
  })
  // What was proposed for other values is none of what the form says now.
  const data = asked === '' || asked !== said ? undefined : query.data
  const count = data?.rows.length ?? 0
  const reason =
    validFrom === null
      ? 'Enter the day from which they apply.'
      : !change
        ? kind === 'percent'
          ? 'Say by how many percent.'
          : 'Choose the marketplaces that get them.'
        : !data
          ? 'Preparing the preview.'
          : count === 0
            ? 'None of these products has such a cost on that day.'
            : count > COST_CHANGES_MAX
              ? `Choose fewer products: at most ${COST_CHANGES_MAX} costs are saved at once.`
              : undefined
  const save = async () => {
    if (!data || reason !== undefined) return
    if (await saving.save(data.changes, `${countText(count, 'cost')} saved. All numbers are updated.`))
      onDone()
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <div className={styles.pair}>
        {kind === 'percent' ? (
          <NumberField
            label="Percent"
            isWide
            value={percent}
            min="-100"
            max="9999"
            fractionDigits={[0, 4]}
            onChange={typed(setPercent)}
            helper="5 is 5 % more, -5 is 5 % less, of each part"
          />
        ) : (
          <SelectField
            label="Costs of"
            isWide
            choices={SOURCES}
            value={from}
            onChange={typed(setFrom)}
            searchLabel="Search marketplaces"
          />
        )}
        <DateField label="Valid from" isWide value={validFrom} onChange={typed(setValidFrom)} />
      </div>
      {kind === 'copy' && <FilterSet label="To" choices={TARGETS} values={to} onChange={typed(setTo)} />}
      {query.isError && (
        <p role="alert" className={styles.failure}>
          {errorText(query.error)}
        </p>
      )}
      {data && count > 0 && (
        <div className={styles.proposed}>
          <SimpleTable
            label="What it changes"
            columns={COLUMNS}
            rows={data.rows.slice(0, ROWS_SHOWN)}
            rowId={({ sku, marketplace }) => `${sku} ${marketplace}`}
            isDense
          />
        </div>
      )}
      {data && (
        <output>
          {count > ROWS_SHOWN && `The first ${ROWS_SHOWN} of ${countText(count, 'cost')}. `}
          {data.without.length > 0 &&
            `${countText(data.without.length, 'product')} without such a cost on that day ${data.without.length === 1 ? 'is' : 'are'} left as ${data.without.length === 1 ? 'it is' : 'they are'}.`}
        </output>
      )}
      {saving.failure !== null && (
        <p role="alert" className={styles.failure}>
          {saving.failure}
        </p>
      )}
      <div className={styles.acts}>
        <Button size="sm" kind="ghost" onPress={onClose}>
          Cancel
        </Button>
        <Button size="sm" kind="primary" type="submit" isPending={saving.isSaving} disabledReason={reason}>
          {count > 0 ? `Save ${countText(count, 'cost')}` : 'Save costs'}
        </Button>
      </div>
    </form>
  )
}

type Asked = Exclude<Parameters<typeof trpc.productMaster.proposeCosts.queryOptions>[0], symbol>
type MarketplaceCode = (typeof MARKETPLACE_CODES)[number]
const ROWS_SHOWN = 100

type Row = ProposedCosts['rows'][number]
const amount = ({ landed, currency }: Row['after']): string => moneyText(landed, currency)
const COLUMNS: readonly SimpleColumn<Row>[] = [
  { id: 'sku', title: 'SKU', kind: 'text', isName: true, cell: ({ sku }) => sku, cellHint: ({ sku }) => sku },
  {
    id: 'marketplace',
    title: 'Marketplace',
    kind: 'text',
    cell: ({ marketplace }) =>
      marketplace === '' ? 'All' : (marketplaceOf(marketplace)?.label ?? marketplace),
  },
  {
    id: 'before',
    title: 'Landed now',
    kind: 'number',
    cell: ({ before }) => (before ? amount(before) : 'none'),
  },
  { id: 'after', title: 'Landed after', kind: 'number', cell: ({ after }) => amount(after) },
  {
    id: 'validTo',
    title: 'Until',
    kind: 'text',
    cell: ({ validTo }) => (validTo === null ? 'open' : dayText(validTo)),
  },
]
