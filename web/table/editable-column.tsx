import { useSyncExternalStore } from 'react'
import { decimalNotation, limitProblem, typedDecimal, typedText } from '#web/ui/decimal-input.ts'
import { NUMBER_LOCALE } from '#web/ui/format-locale.ts'
import { cx } from '#web/ui/class-names.ts'
import { NoValue } from '#web/ui/NumberText.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import type { CellPlace } from './cell-edits.ts'
import { isOriginalText, type ColumnEdit, type EditStore } from './edit-store.ts'
import styles from './EditableColumn.module.css'
import type { TableColumn } from './table-column.ts'

const notation = decimalNotation(NUMBER_LOCALE)

interface EditableColumn<Row> extends Omit<TableColumn<Row>, 'cell' | 'edit' | 'value' | 'kind' | 'format'> {
  store: EditStore
  rowId: (row: Row) => string
  value: (row: Row) => string | null | undefined
  /** Of a number; a column without them holds text. */
  number?: {
    min?: string
    max?: string
    fractionDigits: readonly [min: number, max: number]
  }
  /** It may not be left empty. */
  isRequired?: boolean
  /** Rows that are given. */
  isFixed?: (row: Row) => boolean
}

/** A column whose cells are typed into. What is typed is kept in the store until it is saved. */
export function editableColumn<Row>(options: EditableColumn<Row>): TableColumn<Row> {
  const { store, rowId, value, number, isRequired = false, isFixed = () => false, ...base } = options
  const format = (text: string) =>
    number ? notation.format(text, number.fractionDigits[0], number.fractionDigits[1]) : text
  const parse: ColumnEdit<Row>['parse'] = (typed) => {
    const text = typed.trim()
    if (text === '') return isRequired ? { problem: 'Enter a value.' } : { value: null }
    if (!number) return { value: text }
    const exact = typedDecimal(text, notation)
    if (exact === null) return { problem: `Enter a number, such as ${format('1234.5')}.` }
    const problem = limitProblem(exact, { ...number, fractionDigitsMax: number.fractionDigits[1] }, format)
    return problem === undefined ? { value: exact } : { problem }
  }
  const shown = (row: Row) => {
    const text = value(row)
    return text == null ? '' : format(text)
  }
  const typed = (raw: string) => (number ? typedText(raw, notation) : raw)
  const current = (row: Row) => {
    const text = store.typedAt({ row: rowId(row), column: base.id })
    const parsed = text === undefined ? null : parse(text)
    return parsed && 'value' in parsed ? parsed.value : value(row)
  }
  const edit: ColumnEdit<Row> = { parse, shown, current, typed, isFixed }
  return {
    isExplained: false,
    ...base,
    kind: number ? 'number' : 'text',
    value,
    format,
    edit,
    className: cx(styles.column, base.className),
    cell: (row) =>
      isFixed(row) ? (
        shown(row) || <NoValue />
      ) : (
        <EditableCell
          store={store}
          place={{ row: rowId(row), column: base.id }}
          original={shown(row)}
          isOriginal={(typed) => isOriginalText(edit, row, typed)}
          label={base.title}
          parse={parse}
          format={format}
          isNumber={number !== undefined}
        />
      ),
  }
}

interface EditableCellProps {
  store: EditStore
  place: CellPlace
  original: string
  isOriginal: (typed: string) => boolean
  label: string
  parse: ColumnEdit<never>['parse']
  format: (value: string) => string
  isNumber: boolean
}

function EditableCell(props: EditableCellProps) {
  const { store, place, original, parse, format } = props
  const typed = useSyncExternalStore(store.subscribe, () => store.typedAt(place))
  const opened = useSyncExternalStore(store.subscribe, () => store.openAt(place))
  if (opened !== null) return <CellField {...props} text={opened} />
  const text = typed ?? original
  const parsed = typed === undefined ? null : parse(typed)
  if (parsed && 'problem' in parsed)
    return (
      <span className={cx(styles.cell, styles.invalid)} title={parsed.problem}>
        {text || <NoValue reason="empty" />}
        <VisuallyHidden>, not valid: {parsed.problem}</VisuallyHidden>
      </span>
    )
  return (
    <span className={cx(styles.cell, parsed && styles.changed)}>
      {parsed ? parsed.value === null ? <NoValue /> : format(parsed.value) : text || <NoValue />}
      {parsed && <VisuallyHidden>, changed</VisuallyHidden>}
    </span>
  )
}

function CellField({
  store,
  place,
  isOriginal,
  label,
  isNumber,
  text,
}: EditableCellProps & { text: string }) {
  const commit = (field: HTMLInputElement) => {
    if (store.openAt(place) === null) return
    store.change([{ ...place, typed: field.value }], ({ typed }) => isOriginal(typed))
    store.close()
  }
  const onKeyDown = (event: React.KeyboardEvent<HTMLInputElement>) => {
    const field = event.currentTarget
    const cell = field.closest<HTMLElement>('td,th')
    if (event.key === 'Escape') return store.close()
    const leads = { Enter: 'ArrowDown', Tab: event.shiftKey ? 'ArrowLeft' : 'ArrowRight' }[event.key]
    if (leads === undefined) return
    event.preventDefault()
    commit(field)
    // From here on it is the table that moves.
    cell?.focus()
    cell?.dispatchEvent(new KeyboardEvent('keydown', { key: leads, bubbles: true, cancelable: true }))
  }
  return (
    <input
      // The cell was opened to be typed into.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      className={cx(styles.field, isNumber && styles.number)}
      aria-label={label}
      inputMode={isNumber ? 'decimal' : 'text'}
      autoComplete="off"
      defaultValue={text}
      onFocus={({ currentTarget }) => currentTarget.setSelectionRange(text.length, text.length)}
      onBlur={({ currentTarget }) => commit(currentTarget)}
      onKeyDown={onKeyDown}
    />
  )
}
