import { X } from 'lucide-react'
import { SearchFilter } from '#web/filters/SearchFilter.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { countText } from '#web/ui/numbers.ts'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'
import { useIsPrinting } from '#web/print/printing.ts'
import { narrowedTo, type Segments } from './segments.ts'
import band from './table-band.module.css'
import styles from './TableToolbar.module.css'

interface Chosen {
  selected: ReadonlySet<string>
  /** What a row is: "product". */
  noun: string
  onClear: () => void
  /** What can be done with all of them. */
  actions: React.ReactNode
}

interface TableToolbarProps<T extends string> {
  /** Of the table it belongs to. */
  label: string
  /** What the rows are, where nothing over the table says it; what is muted in it is `small`. */
  title?: React.ReactNode
  /** Controls at the left that say what is shown, in place of a title. */
  lead?: React.ReactNode
  search?: { label: string; value: string; onChange: (text: string) => void }
  /** On paper, where nothing can be pressed, they say which part it is. */
  segments?: Segments<T>
  /** While rows are chosen the bar is about them. */
  chosen?: Chosen
  /** Controls at the right: columns, export. */
  children?: React.ReactNode
}

/** The line over a table: search, segments and controls, or what can be done with the rows that are chosen. */
export function TableToolbar<T extends string>(props: TableToolbarProps<T>) {
  const { label, title, lead, search, segments, chosen, children } = props
  const count = chosen?.selected.size ?? 0
  const isAboutChosen = chosen !== undefined && count > 0
  const isPrinting = useIsPrinting()
  const narrowed = segments && narrowedTo(segments)
  return (
    <>
      {isPrinting &&
        narrowed?.map(([name, part]) => (
          <p key={name} className={styles.narrowed}>
            {name}: {part}
          </p>
        ))}
      <section className={cx(band.band, styles.toolbar)} aria-label={label}>
        {/* Hidden and not gone: what is being typed stays, and nothing moves. */}
        <div className={styles.line} hidden={isAboutChosen}>
          {title && <h2 className={styles.title}>{title}</h2>}
          {lead}
          {search && (
            <span className={styles.search}>
              <SearchFilter {...search} />
            </span>
          )}
          {segments && <SegmentedControl {...segments} />}
          <div className={styles.controls}>{children}</div>
        </div>
        {chosen && (
          <output className={styles.count}>
            {isAboutChosen && `${countText(count, chosen.noun)} chosen`}
          </output>
        )}
        {isAboutChosen && (
          <div className={styles.chosen}>
            {chosen.actions}
            <span className={styles.space} />
            <Button kind="ghost" size="sm" icon={X} onPress={chosen.onClear}>
              Clear
            </Button>
          </div>
        )}
      </section>
    </>
  )
}
