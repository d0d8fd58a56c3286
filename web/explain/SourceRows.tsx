import type { ExplainRow } from '#contract/explain.ts'
import { Button } from '#web/ui/Button.tsx'
import { countText, wholeText } from '#web/ui/numbers.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Section } from './Section.tsx'
import { SourceRow } from './SourceRow.tsx'
import styles from './SourceRows.module.css'

interface SourceRowsProps {
  /** Those that have been read so far. */
  rows: readonly ExplainRow[]
  /** Undefined while the first of them are being read. */
  total: number | undefined
  companyId: string
  currencyCode: string
  isReading: boolean
  onMore: () => void
}

const SKELETONS = ['72%', '64%', '80%', '58%', '70%', '66%']

/** The lines of Amazon's own files that the number is made from. */
export function SourceRows({ rows, total, companyId, currencyCode, isReading, onMore }: SourceRowsProps) {
  if (total === undefined) {
    return (
      <Section title="Lines of files">
        {SKELETONS.map((width) => (
          <div key={width} className={styles.waiting}>
            <Skeleton width={width} />
          </div>
        ))}
      </Section>
    )
  }
  return (
    <Section title="Lines of files" note={countText(total, 'row')}>
      {total === 0 ? (
        <p className={styles.none}>No line of a file adds to this number.</p>
      ) : (
        <ol>
          {rows.map((row) => (
            <SourceRow
              key={`${row.importId}.${row.lineNumber}.${row.day}.${row.metricId}.${row.line}.${row.kind}.${row.amountDescription}`}
              row={row}
              companyId={companyId}
              currencyCode={currencyCode}
            />
          ))}
        </ol>
      )}
      {rows.length < total && (
        <div className={styles.more}>
          <span>
            {wholeText(rows.length)} of {wholeText(total)}
          </span>
          <Button size="sm" isPending={isReading} onPress={onMore}>
            Load more
          </Button>
        </div>
      )}
    </Section>
  )
}
