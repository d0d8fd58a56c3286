import { Link } from '@tanstack/react-router'
import { Info, TriangleAlert } from 'lucide-react'
import type { PnlLine } from '#contract/profit-and-loss-lines.ts'
import { PATHS, RATES_ANCHOR } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { FlagNote } from '#web/explain/flag-notes.ts'
import styles from './PnlNotes.module.css'

interface PnlNotesProps {
  companyId: string
  notes: readonly FlagNote[]
  onExplain: (line: PnlLine) => void
}

/** One line under the filters: what is missing, and where numbers come from. */
export function PnlNotes({ companyId, notes, onExplain }: PnlNotesProps) {
  return (
    <ul className={styles.notes} aria-label="Notes on these numbers">
      {notes.map(({ text, isWarning, line, cure, isInRates }) => (
        <li key={text} className={cx(isWarning && styles.warning)}>
          <Icon of={isWarning ? TriangleAlert : Info} size={14} />
          {line ? (
            <Button kind="tertiary" data-printed onPress={() => onExplain(line)}>
              {text}
            </Button>
          ) : (
            text
          )}
          {cure && (
            <Link
              {...(isInRates ? { to: PATHS.companyGeneral, hash: RATES_ANCHOR } : { to: PATHS.import })}
              params={{ companyId }}
              className={styles.cure}
            >
              {cure}
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}
