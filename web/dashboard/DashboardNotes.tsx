import { Link } from '@tanstack/react-router'
import { Info, TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import type { CountedFlag } from '#contract/profit-and-loss-lines.ts'
import { missingSearch } from '#web/file-urls.ts'
import { PATHS, RATES_ANCHOR } from '#web/paths.ts'
import { withMoment } from '#web/search-params.ts'
import type { FlagNote, NoteAct } from '#web/explain/flag-notes.ts'
import { useFittingCount } from '#web/filters/use-fitting-count.ts'
import { useIsPrinting } from '#web/print/printing.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './DashboardNotes.module.css'

interface DashboardNotesProps {
  companyId: string
  notes: readonly FlagNote[]
  /** What the drawer shows; its note is always there, to lead back to. */
  opened: CountedFlag | null
  onOpen: (flag: CountedFlag) => void
}

/** One line under the filters: what is missing and what can be done about it, then where numbers come from. */
export function DashboardNotes(props: DashboardNotesProps) {
  const [isUnfolded, setUnfolded] = useState(false)
  // It stays where it is when the drawer closes: an element that moves loses the focus that comes back to it.
  const [first, setFirst] = useState(props.opened)
  if (props.opened !== null && props.opened !== first) setFirst(props.opened)
  const notes = props.notes.toSorted((a, b) => Number(b.isWarning) - Number(a.isWarning))
  return (
    // Other notes have other widths.
    <Chips
      key={notes.map(({ text }) => text).join()}
      {...props}
      notes={notes}
      first={first}
      isUnfolded={isUnfolded}
      onUnfold={setUnfolded}
    />
  )
}

interface ChipsProps extends Omit<DashboardNotesProps, 'opened'> {
  first: CountedFlag | null
  isUnfolded: boolean
  onUnfold: (isUnfolded: boolean) => void
}

/** Those that have room, and how many there are more. */
function Chips({ companyId, notes: all, first, onOpen, isUnfolded, onUnfold }: ChipsProps) {
  const bar = useRef<HTMLUListElement>(null)
  const isPrinting = useIsPrinting()
  const notes = withFirst(all, first)
  const fitting = Math.max(useFittingCount(bar, notes), 1)
  const shown = isUnfolded || isPrinting ? notes : notes.slice(0, fitting)
  return (
    <ul
      ref={bar}
      className={cx(styles.notes, isUnfolded && styles.unfolded)}
      aria-label="Notes on these numbers"
    >
      {shown.map(({ text, isWarning, act, otherAct }) => (
        <li key={text} data-filter className={cx(styles.note, isWarning && styles.warning)}>
          <Icon of={isWarning ? TriangleAlert : Info} size={14} />
          <span className={styles.text} title={text}>
            {text}
          </span>
          {act && <Act companyId={companyId} act={act} onOpen={onOpen} />}
          {otherAct && <Act companyId={companyId} act={otherAct} onOpen={onOpen} />}
        </li>
      ))}
      {notes.length > fitting && (
        <li className={styles.more}>
          <Button kind="ghost" size="sm" aria-expanded={isUnfolded} onPress={() => onUnfold(!isUnfolded)}>
            {isUnfolded ? 'Show fewer' : `${notes.length - fitting} more`}
          </Button>
        </li>
      )}
    </ul>
  )
}

function withFirst(notes: readonly FlagNote[], first: CountedFlag | null): readonly FlagNote[] {
  const isFirst = ({ act }: FlagNote) => act !== undefined && 'opens' in act && act.opens === first
  return notes.toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)))
}

interface ActProps {
  companyId: string
  act: NoteAct
  onOpen: (flag: CountedFlag) => void
}

function Act({ companyId, act, onOpen }: ActProps) {
  if ('opens' in act || 'onPress' in act) {
    const press = 'opens' in act ? () => onOpen(act.opens) : act.onPress
    return (
      <button type="button" className={styles.act} onClick={press}>
        {act.label}
      </button>
    )
  }
  const place =
    act.leadsTo === 'RATES'
      ? { to: PATHS.companyGeneral, hash: RATES_ANCHOR }
      : act.leadsTo === 'GUIDE'
        ? { to: PATHS.reportGuide, hash: act.report }
        : act.leadsTo === 'COSTS'
          ? { to: PATHS.productMaster, search: withMoment(PATHS.productMaster, { part: 'WITHOUT_COST' }) }
          : { to: PATHS.import, ...(act.days && { search: missingSearch(act.days) }) }
  return (
    <Link {...place} params={{ companyId }} className={styles.act}>
      {act.label}
    </Link>
  )
}
