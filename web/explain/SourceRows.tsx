import type { ExplainedLines, ExplainRow } from '#contract/explain.ts'
import { ExportMenu } from '#web/table/ExportMenu.tsx'
import type { Facts } from '#web/table/sheet.ts'
import { countText } from '#web/ui/numbers.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { More } from './More.tsx'
import { Section } from './Section.tsx'
import { SourceRow } from './SourceRow.tsx'
import { exportedLines } from './told-apart-export.ts'
import styles from './SourceRows.module.css'

interface SourceRowsProps {
  /** Those that have been read so far. */
  rows: readonly ExplainRow[]
  /** Undefined while the first of them are being read. */
  total: number | undefined
  companyId: string
  currencyCode: string
  /** Pages after the first. */
  later: React.ComponentProps<typeof More>['later']
  onMore: () => void
  /** All of them in a file: what it is called, says of itself, and is read by. */
  file: {
    name: string
    facts: Facts
    read: (page: { limit: number; offset: number }) => Promise<ExplainedLines>
  }
}

const SKELETONS = ['72%', '64%', '80%', '58%', '70%', '66%']

/** The lines of Amazon's own files that the number is made from. */
export function SourceRows({ rows, total, companyId, currencyCode, later, onMore, file }: SourceRowsProps) {
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
        <p className={styles.none}>No file lines contribute to this number.</p>
      ) : (
        <>
          <div className={styles.tools}>
            <ExportMenu
              content={() => exportedLines(file.facts, currencyCode, file.read)}
              fileName={file.name}
            />
          </div>
          <SourceList rows={rows} companyId={companyId} currencyCode={currencyCode} />
        </>
      )}
      <More shown={rows.length} total={total} later={later} onMore={onMore} />
    </Section>
  )
}

type SourceListProps = Pick<SourceRowsProps, 'rows' | 'companyId' | 'currencyCode'>

/** Lines, each of which can be opened. */
export const SourceList = ({ rows, companyId, currencyCode }: SourceListProps) => (
  <ol>
    {rows.map((row) => (
      <SourceRow
        key={`${row.importId}.${row.lineNumber}.${row.day}.${row.metricId}.${row.line}.${row.kind}.${row.amountDescription}.${row.sku}`}
        row={row}
        companyId={companyId}
        currencyCode={currencyCode}
      />
    ))}
  </ol>
)
