import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { PATHS } from '#web/paths.ts'
import { trpc } from '#web/trpc.ts'
import { dayText, momentText } from '#web/ui/dates.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { PopoverTrigger } from '#web/ui/PopoverTrigger.tsx'
import { sourceReaches } from './source-reaches.ts'
import styles from './SourceFreshness.module.css'

interface SourceFreshnessProps {
  companyId: string
  /** The last day of all. */
  children: React.ReactNode
}

/** How far the data reaches, and behind it how far each kind of file does. */
export const SourceFreshness = ({ companyId, children }: SourceFreshnessProps) => (
  <PopoverTrigger
    label="How far the data reaches"
    placement="bottom end"
    button={
      <Button className={styles.trigger!}>
        {children}
        <Icon of={ChevronDown} size={12} />
      </Button>
    }
  >
    {() => (
      <div className={styles.dialog}>
        <Sources companyId={companyId} />
      </div>
    )}
  </PopoverTrigger>
)

function Sources({ companyId }: { companyId: string }) {
  const { data } = useSuspenseQuery(trpc.imports.getCoverage.queryOptions({ companyId }))
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
      <Link to={PATHS.import} params={{ companyId }} className={styles.link}>
        Import files
      </Link>
    </>
  )
}
