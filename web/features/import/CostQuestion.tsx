import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { CostMapping, CostQuestion as Question } from '#contract/cost-mapping.ts'
import type { ImportRecord } from '#contract/imports.ts'
import { CURRENCIES, RATED_CURRENCY_CODES, type CurrencyCode } from '#contract/currencies.ts'
import { SimpleTable } from '#web/table/SimpleTable.tsx'
import { errorText, trpc } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import styles from './CostQuestion.module.css'
import { DATE_ORDERS } from './date-orders.ts'

interface CostQuestionProps {
  record: ImportRecord
  question: Question
  onAnswered: () => void
}

/** Shows how the columns of a list of costs are understood, and lets a person change and confirm it. */
export function CostQuestion({ record, question, onAnswered }: CostQuestionProps) {
  const { companyId, id, problem } = record
  const [mapping, setMapping] = useState<CostMapping>(question.guess)
  const answer = useMutation(trpc.imports.answer.mutationOptions({ onSuccess: onAnswered }))
  const change = (changes: Partial<CostMapping>) => setMapping({ ...mapping, ...changes })

  const send = (event: React.FormEvent) => {
    event.preventDefault()
    answer.mutate({ companyId, importId: id, costs: mapping })
  }
  const columns = question.headings.map((heading, index) => ({
    value: String(index),
    label: heading || `Column ${index + 1}`,
  }))
  const lack =
    mapping.currencyColumn === null && mapping.currency === null
      ? 'Choose the currency of the costs.'
      : question.hasSlashedDates && mapping.dateOrder === null
        ? 'Say how the dates are written.'
        : undefined
  return (
    <form className={styles.form} onSubmit={send}>
      <p>{problem?.text}</p>
      <div className={styles.fields}>
        <SelectField
          label="SKU"
          choices={columns}
          value={String(mapping.skuColumn)}
          onChange={(column) => change({ skuColumn: Number(column) })}
        />
        <SelectField
          label="Cost of one unit"
          choices={columns}
          value={String(mapping.costColumn)}
          onChange={(column) => change({ costColumn: Number(column) })}
        />
        <SelectField
          label="Currency"
          searchLabel="Currency"
          placeholder="Not in the file"
          choices={[...columns.map(inColumn), ...currenciesWith(question.guess.currency)]}
          value={mapping.currencyColumn === null ? mapping.currency : COLUMN + mapping.currencyColumn}
          onChange={(choice) =>
            change(
              choice.startsWith(COLUMN)
                ? { currencyColumn: columnOf(choice) }
                : { currencyColumn: null, currency: choice },
            )
          }
        />
        <SelectField
          label="Marketplace"
          choices={[{ value: NONE, label: 'All marketplaces' }, ...columns.map(inColumn)]}
          value={mapping.marketplaceColumn === null ? NONE : COLUMN + mapping.marketplaceColumn}
          onChange={(choice) => change({ marketplaceColumn: choice === NONE ? null : columnOf(choice) })}
        />
        <SelectField
          label="Costs apply from"
          choices={[{ value: NONE, label: 'One day for all' }, ...columns.map(inColumn)]}
          value={mapping.validFromColumn === null ? NONE : COLUMN + mapping.validFromColumn}
          onChange={(choice) => change({ validFromColumn: choice === NONE ? null : columnOf(choice) })}
        />
        <DateField
          label={mapping.validFromColumn === null ? 'First day' : 'Where a row gives none'}
          value={mapping.validFrom || null}
          onChange={(validFrom) => change({ validFrom: validFrom ?? '' })}
        />
        <SelectField
          label="Costs apply until"
          choices={[{ value: NONE, label: 'No end' }, ...columns.map(inColumn)]}
          value={mapping.validToColumn === null ? NONE : COLUMN + mapping.validToColumn}
          onChange={(choice) => change({ validToColumn: choice === NONE ? null : columnOf(choice) })}
        />
        {question.hasSlashedDates && (
          <SelectField
            label="Dates are written"
            choices={DATE_ORDERS}
            value={mapping.dateOrder}
            onChange={(dateOrder) => change({ dateOrder })}
          />
        )}
      </div>
      <SimpleTable
        label="The first rows of the file"
        columns={columns.map(({ value, label }) => ({
          id: value,
          title: label,
          kind: 'text' as const,
          isMuted: !isUsed(mapping, Number(value)),
          cell: ({ cells }: Row) => cells[Number(value)] ?? '',
        }))}
        rows={question.rows.map((cells, index) => ({ index, cells }))}
        rowId={({ index }) => String(index)}
      />
      {answer.isError && (
        <p role="alert" className={styles.error}>
          {errorText(answer.error)}
        </p>
      )}
      <Button kind="primary" type="submit" isPending={answer.isPending} disabledReason={lack}>
        Import these costs
      </Button>
    </form>
  )
}

interface Row {
  index: number
  cells: readonly string[]
}

const NONE = 'none'
const COLUMN = 'column '
const columnOf = (choice: string): number => Number(choice.slice(COLUMN.length))
const inColumn = ({ value, label }: { value: string; label: string }) => ({
  value: COLUMN + value,
  label: `In column ${label}`,
})

const currenciesWith = (guessed: string | null) =>
  [...new Set([...(guessed ? [guessed] : []), ...RATED_CURRENCY_CODES])].map((code) => {
    const sign = CURRENCIES[code as CurrencyCode] as string | undefined
    return { value: code, label: sign === undefined || sign === code ? code : `${code} ${sign}` }
  })

const isUsed = (mapping: CostMapping, column: number): boolean =>
  [
    mapping.skuColumn,
    mapping.costColumn,
    mapping.currencyColumn,
    mapping.marketplaceColumn,
    mapping.validFromColumn,
    mapping.validToColumn,
  ].includes(column)
