import { useMutation } from '@tanstack/react-query'
import type { ConnectionCard, SourceProgress } from '#contract/connections.ts'
import { REGIONS, type Region } from '#contract/marketplaces.ts'
import { SimpleTable, type SimpleColumn } from '#web/table/SimpleTable.tsx'
import { errorText, trpc } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { dayText, momentText } from '#web/ui/dates.ts'
import { NO_VALUE } from '#web/ui/numbers.ts'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { isReading, remainingText } from './card-state.ts'
import { REGION_LABELS } from './region-labels.ts'
import styles from './ReadSources.module.css'
import { useConnectionsChanged } from './use-connections.ts'

interface SourceRow {
  id: string
  label: string
  regions: Partial<Record<Region, SourceProgress>>
}

function rowsOf(cards: readonly ConnectionCard[]): SourceRow[] {
  const rows = new Map<string, SourceRow>()
  for (const { provider, region, sources } of cards) {
    for (const source of sources) {
      const id = `${provider} ${source.source}`
      const row = rows.get(id) ?? { id, label: source.label, regions: {} }
      rows.set(id, row)
      row.regions[region] = source
    }
  }
  return [...rows.values()]
}

interface ReadSourcesProps {
  cards: readonly ConnectionCard[]
  companyId: string
  /** Why the person may not have anything read again. */
  refusal: string | undefined
}

/** How far each source is, region by region. */
export function ReadSources({ cards, companyId, refusal }: ReadSourcesProps) {
  const rows = rowsOf(cards)
  const columns: SimpleColumn<SourceRow>[] = [
    { id: 'label', title: 'Data', kind: 'text', isName: true, cell: ({ label }) => label },
    ...REGIONS.map((region): SimpleColumn<SourceRow> => ({
      id: region,
      title: REGION_LABELS[region],
      kind: 'text',
      cell: ({ label, regions }) => {
        const source = regions[region]
        return source ? (
          <>
            <Progress source={source} label={`${label}, ${REGION_LABELS[region]}`} />
            {source.problems.length > 0 && (
              <RetryButton companyId={companyId} source={source.source} refusal={refusal} />
            )}
          </>
        ) : (
          <span className={styles.muted}>{NO_VALUE}</span>
        )
      },
    })),
  ]
  return (
    <div className={styles.table}>
      <SimpleTable label="What has been read" columns={columns} rows={rows} rowId={({ id }) => id} />
    </div>
  )
}

interface RetryButtonProps extends Omit<ReadSourcesProps, 'cards'> {
  source: string
}

/** Reads again what was given up of a source. */
function RetryButton({ companyId, source, refusal }: RetryButtonProps) {
  const changed = useConnectionsChanged()
  const retry = useMutation({ ...trpc.amazon.retrySync.mutationOptions(), onSuccess: changed })
  return (
    <div className={styles.retry}>
      <Button
        kind="tertiary"
        isPending={retry.isPending}
        disabledReason={refusal}
        onPress={() => retry.mutate({ companyId, source })}
      >
        Try again
      </Button>
      {retry.error && (
        <span role="alert" className={styles.problem}>
          {errorText(retry.error)}
        </span>
      )}
    </div>
  )
}

const PROBLEMS_SHOWN = 2

function Progress({ source, label }: { source: SourceProgress; label: string }) {
  const { done, total, reachesTo, problems, delay, nextAt } = source
  const remaining = remainingText(source.remainingSeconds)
  const reading = isReading(source)
  const state = problems.length > 0 ? styles.failed : reading ? styles.reading : styles.read
  return (
    <div className={styles.progress}>
      <span className={cx(styles.reach, state)}>
        {reachesTo === null ? 'Nothing yet' : `To ${dayText(reachesTo)}`}
      </span>
      {reading && (
        <span className={styles.bar}>
          <ProgressBar label={label} share={done / total} />
          <span className={styles.muted}>
            {done} of {total}
            {remaining !== null && `, ${remaining} left`}
          </span>
        </span>
      )}
      {delay !== null && nextAt !== null && (
        <span className={cx(styles.muted, styles.delay)}>
          Next try {timeText(nextAt)}: {delay}
        </span>
      )}
      {problems.slice(0, PROBLEMS_SHOWN).map((problem) => (
        <span key={problem} className={styles.problem}>
          {problem}
        </span>
      ))}
      {problems.length > PROBLEMS_SHOWN && (
        <span className={styles.muted}>{problems.length - PROBLEMS_SHOWN} more</span>
      )}
    </div>
  )
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** `07:42` in the reader's own zone; with the day where that is another one. */
function timeText(moment: string): string {
  const at = new Date(moment)
  const isToday = at.toDateString() === new Date().toDateString()
  return isToday ? clock.format(at) : momentText(moment)
}
