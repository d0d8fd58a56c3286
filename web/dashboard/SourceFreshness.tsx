import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronDown, History } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { PATHS } from '#web/paths.ts'
import { trpc } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { dayText, momentText } from '#web/ui/dates.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { PopoverTrigger } from '#web/ui/PopoverTrigger.tsx'
import type { DashboardSubject } from './dashboard-subject.ts'
import { sourceReaches } from './source-reaches.ts'
import { askedOf } from './use-dashboard.ts'
import styles from './SourceFreshness.module.css'

interface SourceFreshnessProps {
  subject: DashboardSubject
  onAsItWas: () => void
  /** The last day of all. */
  children: React.ReactNode
}

/** How far the data reaches, and behind it how far each kind of file does. */
export const SourceFreshness = ({ subject, onAsItWas, children }: SourceFreshnessProps) => (
  <PopoverTrigger
    label="How far the data reaches"
    placement="bottom end"
    button={
      <AriaButton className={styles.trigger!}>
        {children}
        <Icon of={ChevronDown} size={12} />
      </AriaButton>
    }
  >
    {(close) => (
      <div className={styles.dialog}>
        <Sources
          subject={subject}
          onAsItWas={() => {
            close()
            onAsItWas()
          }}
        />
      </div>
    )}
  </PopoverTrigger>
)

function Sources({ subject, onAsItWas }: Omit<SourceFreshnessProps, 'children'>) {
  const companyId = subject.company.id
  const { data } = useSuspenseQuery(trpc.imports.getCoverage.queryOptions(askedOf(subject)))
  return (
    <>
      <table className={styles.sources}>
        <thead>
          <tr>
            <th scope="col">Files</th>
            <th scope="col">Reach to</th>
            <th scope="col">Last imported</th>
          </tr>
        </thead>
        <tbody>
          {sourceReaches(data.sources).map(({ label, days, importedAt }) => (
            <tr key={label} data-absent={days.length === 0 || undefined}>
              <th scope="row">{label}</th>
              <td>
                {days.length === 0
                  ? 'None imported'
                  : days.map(({ lastDay, names }) => (
                      <div key={lastDay}>
                        {dayText(lastDay)}
                        {names.length > 0 && <small>{names.join(', ')}</small>}
                      </div>
                    ))}
              </td>
              <td>{importedAt && momentText(importedAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles.acts}>
        <Link to={PATHS.import} params={{ companyId }} className={styles.link}>
          Import files
        </Link>
        <Button size="sm" kind="ghost" icon={History} onPress={onAsItWas}>
          As it was…
        </Button>
      </div>
    </>
  )
}
