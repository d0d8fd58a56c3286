import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { rememberDetailedLogging } from '#web/shell/detailed-logging.ts'
import { reconciliationId } from '#web/shell/reconciliation-id.ts'
import { trpc } from '#web/trpc.ts'
import { dayText } from '#web/ui/dates.ts'
import { Identifier } from '#web/ui/Identifier.tsx'
import { Entries } from './Entries.tsx'
import { PlainPage } from './PlainPage.tsx'
import { rateText } from './rate-text.ts'
import styles from './Words.module.css'

const STALE_MS = 10_000

/** What support asks for: which browser this is, what it runs, and whether the server answers. */
export function DebugPage() {
  const id = reconciliationId()
  const { data, isError } = useQuery({
    ...trpc.observability.status.get.queryOptions({ reconciliationId: id }),
    staleTime: STALE_MS,
  })
  const isDetailed = data?.isDetailedLoggingSupported
  useEffect(() => {
    if (isDetailed !== undefined) rememberDetailedLogging(isDetailed)
  }, [isDetailed])
  const known = (text: string | undefined) => text ?? (isError ? 'Unknown' : 'Loading ...')
  return (
    <PlainPage title="Debug">
      <Entries
        entries={[
          ['Host', known(data?.hostname)],
          ['Reconciliation ID', <Identifier key="">{id}</Identifier>],
          [
            'Detailed logging supported',
            known(isDetailed === undefined ? undefined : isDetailed ? 'Yes' : 'No'),
          ],
          ['Version', import.meta.env['VERSION']],
          ['Build mode', import.meta.env.MODE],
          ['Production', import.meta.env.PROD ? 'Yes' : 'No'],
          ['Server status', known(isError ? 'Error' : data && 'Operational')],
        ]}
      />
      <section className={styles.section}>
        <h2 className={styles.heading}>USD exchange rates</h2>
        {data ? (
          <Entries
            entries={data.exchangeRates.map(({ currency, day, usd }) => [
              `1 ${currency}`,
              <span key="">
                {rateText(usd)} USD <span className={styles.beside}>{dayText(day)}</span>
              </span>,
            ])}
          />
        ) : (
          <p className={styles.text}>
            {isError ? 'The rates could not be read. Reload the page.' : 'Loading rates ...'}
          </p>
        )}
      </section>
    </PlainPage>
  )
}
