import { useId, useSyncExternalStore } from 'react'
import { CALENDAR, isDay as isCivilDay } from '#contract/date-range.ts'
import { dayText } from '#web/ui/dates.ts'
import { typedText } from '#web/ui/decimal-input.ts'
import { NUMBER_LOCALE } from '#web/ui/format-locale.ts'
import { dateOrder, readTypedDate } from '#web/ui/typed-date.ts'
import { cx } from '#web/ui/class-names.ts'
import { NO_VALUE } from '#web/ui/numbers.ts'
import { NoValue } from '#web/ui/NumberText.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import type { CellPlace } from './cell-edits.ts'
import { isOriginalText, type ColumnEdit, type EditStore, type ParsedCell } from './edit-store.ts'
import { CELL_NOTATION, numberTyped, type NumberCell } from './number-cell.ts'
import styles from './EditableColumn.module.css'
import type { TableColumn } from './table-column.ts'

interface EditableColumn<Row> extends Omit<TableColumn<Row>, 'cell' | 'edit' | 'value' | 'kind' | 'format'> {
  store: EditStore
  rowId: (row: Row) => string
  value: (row: Row) => string | null | undefined
  /** Of a number; a column without them holds text. */
  number?: NumberCell
  /** It holds a day. */
  isDay?: boolean
  /** One of these, by its value; what is typed is its label. */
  choices?: readonly Choice[]
  /** Texts that are offered while one is typed. */
  suggestions?: readonly string[]
  /** It may not be left empty. */
  isRequired?: boolean
  /** Rows that are given. */
  isFixed?: (row: Row) => boolean
  /** Rows that are being made, whose cells are fields. */
  isField?: (row: Row) => boolean
  /** What is wrong with a value that can be read. */
  check?: (value: string) => string | undefined
  /** What is wrong with a valid text beside the other cells of its row. */
  problem?: (row: Row) => string | undefined
}

interface Choice {
  value: string
  label: string
}

/** A column whose cells are typed into. What is typed is kept in the store until it is saved. */
export function editableColumn<Row>(options: EditableColumn<Row>): TableColumn<Row> {
  const { store, rowId, value, number, isDay = false, choices, suggestions, ...rest } = options
  const { isRequired = false, isFixed = () => false, isField, check, problem, ...base } = rest
  const format = (text: string) => {
    if (choices) return choices.find((choice) => choice.value === text)?.label ?? text
    if (isDay) return dayText(text)
    return number ? CELL_NOTATION.format(text, number.fractionDigits[0], number.fractionDigits[1]) : text
  }
  const read = (typed: string): ParsedCell => {
    const text = typed.trim()
    if (text === '') return isRequired ? { problem: 'Enter a value.' } : { value: null }
    if (choices) {
      const said = (words: string) => words.toLowerCase() === text.toLowerCase()
      const choice = choices.find(({ value: one, label }) => said(label) || said(one))
      return choice ? { value: choice.value } : { problem: `“${text}” is none of the choices.` }
    }
    if (isDay) {
      const day = readTypedDate(text, { min: CALENDAR.start, max: CALENDAR.end, order: DATE_ORDER })
      return 'date' in day ? { value: day.date } : day
    }
    return number ? numberTyped(text, number) : { value: text }
  }
  const parse: ColumnEdit<Row>['parse'] = (typed) => {
    const cell = read(typed)
    const wrong = 'value' in cell && cell.value !== null ? check?.(cell.value) : undefined
    return wrong === undefined ? cell : { problem: wrong }
  }
  const shown = (row: Row) => {
    const text = value(row)
    return text == null ? '' : format(text)
  }
  const typed = (raw: string) => {
    if (number) return typedText(raw, CELL_NOTATION)
    // What came from another column may be no day: it is said to be none.
    return isDay && !isCivilDay(raw) ? raw : format(raw)
  }
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
    ...(isDay && { type: 'day' }),
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
          isField={isField?.(row) ?? false}
          problem={problem && (() => problem(row))}
          choices={choices}
          suggestions={suggestions}
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
  isField: boolean
  problem: (() => string | undefined) | undefined
  choices: readonly Choice[] | undefined
  suggestions: readonly string[] | undefined
}

/** As in fields. */
const DATE_ORDER = dateOrder(NUMBER_LOCALE)
const NO_PROBLEM = () => undefined

function EditableCell(props: EditableCellProps) {
  const { store, place, original, parse, format, isField, problem = NO_PROBLEM } = props
  const besides = useSyncExternalStore(store.subscribe, problem)
  const typed = useSyncExternalStore(store.subscribe, () => store.typedAt(place))
  const opened = useSyncExternalStore(store.subscribe, () => store.openAt(place))
  if (opened !== null) return <CellField {...props} text={opened} />
  const text = typed ?? original
  const parsed = typed === undefined ? null : parse(typed)
  const wrong = parsed && 'problem' in parsed ? parsed.problem : besides
  if (wrong !== undefined)
    return (
      <span className={cx(styles.cell, isField && styles.boxed, styles.invalid)} title={wrong}>
        {text || <NoValue reason="empty" />}
        <VisuallyHidden>, not valid: {wrong}</VisuallyHidden>
      </span>
    )
  if (isField) return <span className={cx(styles.cell, styles.boxed)}>{text}</span>
  return (
    <span
      className={cx(styles.cell, parsed && styles.changed)}
      title={parsed ? `was ${original || 'empty'}` : undefined}
    >
      {parsed && 'value' in parsed ? (
        parsed.value === null ? (
          <NoValue />
        ) : (
          format(parsed.value)
        )
      ) : (
        text || <NoValue />
      )}
      {parsed && <VisuallyHidden>, changed</VisuallyHidden>}
    </span>
  )
}

/**
 * What a cell of choices is opened with: the choice that it has, or the first that begins with a letter that was typed. None of
 * them is chosen by leaving it: where no letter fits, it is as it was.
 */
export function choiceOpened(choices: readonly Choice[], texts: readonly string[]): string {
  const labels = choices.map(({ label }) => ({ label, words: label.toLowerCase() }))
  for (const text of texts.map((one) => one.toLowerCase())) {
    const found =
      labels.find(({ words }) => words === text) ??
      (text === '' ? undefined : labels.find(({ words }) => words.startsWith(text)))
    if (found) return found.label
  }
  return ''
}

function CellField(props: EditableCellProps & { text: string }) {
  const { store, place, original, isOriginal, label, isNumber, choices, suggestions, text } = props
  const listId = useId()
  const commit = (field: HTMLInputElement | HTMLSelectElement) => {
    if (store.openAt(place) === null) return
    store.change([{ ...place, typed: field.value }], ({ typed }) => isOriginal(typed))
    store.close()
  }
  const onKeyDown = (event: React.KeyboardEvent<HTMLInputElement | HTMLSelectElement>) => {
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
  const shared = {
    // The cell was opened to be typed into.
    autoFocus: true,
    className: cx(styles.field, isNumber && styles.number),
    'aria-label': label,
    onKeyDown,
  }
  if (choices) {
    const chosen = choiceOpened(choices, [text, store.typedAt(place) ?? '', original])
    return (
      <select {...shared} defaultValue={chosen} onBlur={({ currentTarget }) => commit(currentTarget)}>
        {chosen === '' && <option value="">{NO_VALUE}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.label}>
            {choice.label}
          </option>
        ))}
      </select>
    )
  }
  return (
    <>
      <input
        {...shared}
        inputMode={isNumber ? 'decimal' : 'text'}
        autoComplete="off"
        list={suggestions && listId}
        defaultValue={text}
        onFocus={({ currentTarget }) => currentTarget.setSelectionRange(text.length, text.length)}
        onBlur={({ currentTarget }) => commit(currentTarget)}
      />
      {suggestions && (
        <datalist id={listId}>
          {suggestions.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </datalist>
      )}
    </>
  )
}
