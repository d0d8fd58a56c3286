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
    confirmLabel="Save and compute anew"
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
      Everybody in the company sees the new numbers. They are computed before they are shown: seconds for
      most, minutes for a very large company. What was so before stays in the history and can be set again.
    </p>
  </ConfirmDialog>
)
