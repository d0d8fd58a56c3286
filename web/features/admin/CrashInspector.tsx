import { useQuery } from '@tanstack/react-query'
import type { CrashGroup } from '#contract/admin.ts'
import { errorText, trpc } from '#web/trpc.ts'
import { momentText } from '#web/ui/dates.ts'
import { Identifier } from '#web/ui/Identifier.tsx'
import { Inspector } from '#web/ui/Inspector.tsx'
import { countText } from '#web/ui/numbers.ts'
import { NoValue } from '#web/ui/NumberText.tsx'
import styles from './CrashInspector.module.css'
import { FactList } from './FactList.tsx'

interface CrashInspectorProps {
  crash: CrashGroup
  onClose: () => void
}

/** One crash with its stack and those who met it last. */
export function CrashInspector({ crash, onClose }: CrashInspectorProps) {
  const { fingerprint, name, causeName, stack, count, browserCount, firstAt, lastAt } = crash
  const occurrences = useQuery(trpc.threefinAdmin.getCrashOccurrences.queryOptions({ fingerprint }))
  return (
    <Inspector
      title={name}
      subtitle={`${countText(count, 'time')}, ${countText(browserCount, 'browser')}`}
      subject={fingerprint}
      takesFocus
      isWide
      onClose={onClose}
    >
      <div className={styles.body}>
        <FactList
          facts={[
            ['Cause', causeName ?? <NoValue />],
            ['First seen', momentText(firstAt)],
            ['Last seen', momentText(lastAt)],
          ]}
        />
        <h3 className={styles.heading}>Stack</h3>
        {/* It scrolls by itself, so it has to be reached by keyboard. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <section aria-label="Stack" tabIndex={0} className={styles.stack}>
          <pre>{stack}</pre>
        </section>
        <h3 className={styles.heading}>Newest reports</h3>
        {occurrences.isError ? (
          <p role="alert">{errorText(occurrences.error)}</p>
        ) : (
          <ul>
            {occurrences.data?.map((report) => (
              <li key={report.id} className={styles.report}>
                <span>{momentText(report.at)}</span>
                <span className={styles.path}>{report.browserPathname}</span>
                <Identifier>{report.reconciliationId}</Identifier>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Inspector>
  )
}
