import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import type { NumberEffect } from './number-effects.ts'
import styles from './NumbersConfirm.module.css'

interface NumbersConfirmProps {
  /** Open as long as there are any. */
  effects: readonly NumberEffect[] | null
  onClose: () => void
  onConfirm: () => Promise<unknown>
}

/** Says which numbers become others before they do. */
export const NumbersConfirm = ({ effects, onClose, onConfirm }: NumbersConfirmProps) => (
  <ConfirmDialog
    isOpen={effects !== null}
    onOpenChange={(isOpen) => {
      if (!isOpen) onClose()
    }}
    title="Change numbers?"
    confirmLabel="Save and recalculate"
    cancelLabel="Go back"
    onConfirm={onConfirm}
  >
    <ul className={styles.effects}>
      {effects?.map(({ numbers, since }) => (
        <li key={numbers}>
          {numbers} <b>Applies {since}.</b>
        </li>
      ))}
    </ul>
    <p>
      Everyone in the company sees the new numbers. Recalculating takes seconds for most companies, minutes
      for very large ones. The old settings stay in the history and can be set again.
    </p>
  </ConfirmDialog>
)
