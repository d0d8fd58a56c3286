import { Redo2, Undo2 } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { countText } from '#web/ui/numbers.ts'
import type { EditStore, SavedChange } from './edit-store.ts'
import styles from './SaveBar.module.css'
import type { TableColumn } from './table-column.ts'
import { useSheetSave } from './use-sheet-save.ts'

export const SAVING = 'The changes are being saved.'

interface SaveBarProps<Row> {
  store: EditStore
  columns: readonly TableColumn<Row>[]
  /** Rejects where nothing was saved. */
  onSave: (changes: readonly SavedChange[]) => Promise<void>
}

interface ChangesBarProps {
  store: Pick<EditStore, 'undo' | 'redo'>
  canUndo: boolean
  canRedo: boolean
  isSaving: boolean
  failure: string | null
  /** Why it cannot be saved now. */
  reason: string | undefined
  saveLabel: string
  onDiscard: () => void
  onSave: () => void
  /** How much there is to save. */
  children: React.ReactNode
  /** What saving leads to, before the buttons. */
  effect?: React.ReactNode
}

/** The bar at the foot while something is not saved. */
export function ChangesBar(props: ChangesBarProps) {
  const { store, canUndo, canRedo, isSaving, failure, reason, saveLabel, onDiscard, onSave } = props
  return (
    <section className={styles.bar} aria-label="Changes">
      {props.children}
      <IconButton
        icon={Undo2}
        label="Undo"
        disabledReason={isSaving ? SAVING : canUndo ? undefined : 'Nothing to undo.'}
        onPress={store.undo}
      />
      <IconButton
        icon={Redo2}
        label="Redo"
        disabledReason={isSaving ? SAVING : canRedo ? undefined : 'Nothing to redo.'}
        onPress={store.redo}
      />
      {failure !== null && (
        <span role="alert" className={styles.invalid}>
          {failure}
        </span>
      )}
      <span className={styles.space} />
      {props.effect}
      <Button size="sm" kind="ghost" disabledReason={isSaving ? SAVING : undefined} onPress={onDiscard}>
        Discard
      </Button>
      <Button size="sm" kind="primary" isPending={isSaving} disabledReason={reason} onPress={onSave}>
        {saveLabel}
      </Button>
    </section>
  )
}

/** What is typed and not saved: how much, whether it can be, and the way back. Gone while there is nothing. */
export function SaveBar<Row>({ store, columns, onSave }: SaveBarProps<Row>) {
  const { typed, future } = useSyncExternalStore(store.subscribe, store.edits)
  const { save, discard, bar } = useSheetSave(store)
  if (typed.size === 0 && future.length === 0) return null

  const parsed = [...typed.values()].map(({ row, column, typed: text }) => ({
    row,
    column,
    cell: columns.find(({ id }) => id === column)?.edit?.parse(text) ?? { problem: 'It cannot be typed.' },
  }))
  const changes = parsed.flatMap(({ row, column, cell }): SavedChange[] =>
    'value' in cell ? [{ row, column, value: cell.value }] : [],
  )
  const invalid = parsed.length - changes.length
  const reason =
    invalid > 0 ? 'Correct the errors first.' : typed.size === 0 ? 'Nothing is changed.' : undefined
  return (
    <ChangesBar
      {...bar}
      reason={reason}
      saveLabel="Save"
      onDiscard={discard}
      onSave={() => void save({ send: () => onSave(changes) })}
    >
      <output className={styles.count}>
        {countText(typed.size, 'change')}
        {invalid > 0 && <span className={styles.invalid}>, {invalid} not valid</span>}
      </output>
    </ChangesBar>
  )
}
