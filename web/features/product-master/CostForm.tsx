import { useState } from 'react'
import { RATED_CURRENCY_CODES, type CurrencyCode } from '#contract/currencies.ts'
import { COST_PARTS, overlapOf, type CostPart } from '#contract/dashboards/product-master.ts'
import { parseDecimal, toText, ZERO } from '#contract/decimal.ts'
import { MARKETPLACES } from '#contract/marketplaces.ts'
import type { CostChanges } from '#contract/product-master.ts'
import { LeaveGuard } from '#web/shell/LeaveGuard.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { dayText } from '#web/ui/dates.ts'
import { Flag } from '#web/ui/Flag.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { moneyText, NO_VALUE } from '#web/ui/numbers.ts'
import { SelectField } from '#web/ui/SelectField.tsx'
import styles from './CostForm.module.css'

export type CostValues = Omit<CostChanges['created'][number], 'sku'>

/** What is in the form and need not be complete. */
type Draft = Omit<CostValues, 'validFrom' | 'manufacturing'> & {
  validFrom: string | null
  manufacturing: string | null
}

export const newCost = (currency: CurrencyCode, validFrom: string | null): Draft => ({
  marketplace: null,
  validFrom,
  validTo: null,
  currency,
  manufacturing: null,
  freight: null,
  duty: null,
  other: null,
  fbmShipping: null,
})

interface CostFormProps {
  initial: Draft
  /** Periods beside which it has to stand. */
  others: readonly Parameters<typeof overlapOf>[1][number][]
  skus: readonly string[]
  saveLabel: string
  isSaving: boolean
  failure: string | null
  refusal: string | undefined
  /** Of the address, as the guard of what is typed has them. */
  held?: readonly string[]
  onType?: () => void
  onCancel: () => void
  onSave: (cost: CostValues) => void
}

const EVERYWHERE = 'ALL'
const PLACES = [
  { value: EVERYWHERE, label: 'All marketplaces' },
  ...MARKETPLACES.map(({ code, label }) => ({
    value: code as string,
    label,
    icon: <Flag country={code} />,
  })),
]
const CURRENCIES = RATED_CURRENCY_CODES.map((code) => ({ value: code, label: code as string }))
const LABELS: Record<CostPart, string> = {
  manufacturing: 'Manufacturing',
  freight: 'Freight',
  duty: 'Duty',
  other: 'Other',
  fbmShipping: 'Own shipping',
}

/** What a unit costs from a day on. A period that reaches into a later one is said before it is saved. */
export function CostForm(props: CostFormProps) {
  const { initial, others, skus, saveLabel, isSaving, failure, refusal, held, onType, onCancel, onSave } =
    props
  const [draft, setDraft] = useState(initial)
  /** Fields with something in them that counts as nothing. */
  const [wrong, setWrong] = useState<ReadonlySet<keyof Draft>>(new Set())
  const [isTyped, setTyped] = useState(false)
  const set = (change: Partial<Draft>) => {
    setTyped(true)
    onType?.()
    setDraft({ ...draft, ...change })
  }
  const type = (field: keyof Draft) => (value: string | null, problem?: string) => {
    set({ [field]: value })
    setWrong(new Set([...wrong].filter((one) => one !== field).concat(problem === undefined ? [] : field)))
  }
  const { marketplace, validFrom, validTo, currency, manufacturing } = draft
  const overlap =
    validFrom === null
      ? null
      : (skus
          .map((sku) => overlapOf({ sku, marketplace, validFrom, validTo }, others))
          .filter((start) => start !== null)
          .toSorted()[0] ?? null)
  const isBackwards = validFrom !== null && validTo !== null && validTo < validFrom
  const landed = COST_PARTS.filter((part) => part !== 'fbmShipping').reduce(
    (sum, part) => sum + parseDecimal(draft[part] ?? '0'),
    ZERO,
  )
  const reason =
    refusal ??
    (validFrom === null
      ? 'Enter the day from which it applies.'
      : manufacturing === null
        ? 'Enter the manufacturing cost of a unit, or 0 if there is none.'
        : overlap !== null || isBackwards || wrong.has('validTo')
          ? 'Correct the dates first.'
          : wrong.size > 0
            ? 'Correct the amounts first.'
            : undefined)
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (reason === undefined && !isSaving)
          onSave({ ...draft, validFrom: validFrom!, manufacturing: manufacturing! })
      }}
    >
      <LeaveGuard hasUnsaved={() => isTyped} {...(held && { held })} />
      <div className={styles.pair}>
        <SelectField
          label="Marketplace"
          isWide
          choices={PLACES}
          value={marketplace ?? EVERYWHERE}
          onChange={(place) =>
            set({ marketplace: place === EVERYWHERE ? null : (place as CostValues['marketplace']) })
          }
          searchLabel="Search marketplaces"
        />
        <SelectField
          label="Currency"
          isWide
          choices={CURRENCIES}
          value={currency}
          onChange={(code) => set({ currency: code })}
          searchLabel="Search currencies"
        />
        <DateField
          label="Valid from"
          isWide
          value={validFrom}
          onChange={type('validFrom')}
          {...(overlap !== null && { error: `This period overlaps one that starts on ${dayText(overlap)}.` })}
        />
        <DateField
          label="Valid to"
          isWide
          value={validTo}
          onChange={type('validTo')}
          {...(isBackwards
            ? { error: 'The end is before the start.' }
            : { helper: 'Empty: until the next one' })}
        />
      </div>
      <div className={styles.parts}>
        {COST_PARTS.map((part) => (
          <NumberField
            key={part}
            label={LABELS[part]}
            isWide
            value={draft[part]}
            min="0"
            max="999999999"
            fractionDigits={[2, 9]}
            onChange={type(part)}
          />
        ))}
        <output className={styles.landed}>
          <span>Landed</span>
          <b>{manufacturing === null ? NO_VALUE : moneyText(toText(landed, 9), currency)}</b>
        </output>
      </div>
      {failure !== null && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      <div className={styles.acts}>
        <Button size="sm" kind="ghost" onPress={onCancel}>
          Cancel
        </Button>
        <Button size="sm" kind="primary" type="submit" isPending={isSaving} disabledReason={reason}>
          {saveLabel}
        </Button>
      </div>
    </form>
  )
}
