import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { CompanyCurrencyRates, CompanyRates } from '#contract/exchange-rates.ts'
import { PATHS, RATES_ANCHOR } from '#web/paths.ts'
import { SettingsSection } from '#web/settings/SettingsSection.tsx'
import { QueryBody } from '#web/shell/QueryBody.tsx'
import { useCompany } from '#web/shell/use-company.ts'
import { SimpleTable, type SimpleColumn } from '#web/table/SimpleTable.tsx'
import { trpc } from '#web/trpc.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { dayText, momentText, rangeText } from '#web/ui/dates.ts'
import { Disclosure } from '#web/ui/Disclosure.tsx'
import { countText, NO_VALUE } from '#web/ui/numbers.ts'
import styles from './ExchangeRates.module.css'

/** How old the rates are that the company's money is converted with, who publishes them, and what can be done. */
export function ExchangeRates() {
  const { company } = useCompany()
  const rates = useQuery(trpc.companySettings.getExchangeRates.queryOptions({ companyId: company.id }))
  const place = useRef<HTMLDivElement>(null)
  const isWanted = useLocation().hash === RATES_ANCHOR
  const isRead = !rates.isPending
  // The page grows while it is read, so the address is followed when this part has its height.
  useEffect(() => {
    if (isWanted && isRead) place.current?.scrollIntoView()
  }, [isWanted, isRead])
  return (
    <div ref={place} id={RATES_ANCHOR} className={styles.place}>
      <SettingsSection
        isWide
        title="Exchange rates"
        note="An amount is converted at the rate of its day. Where a day has none, the newest rate before it counts, up to ten days; after that the amount has no value in another currency."
      >
        <QueryBody title="The exchange rates" query={rates}>
          {(answer) => <Rates {...answer} />}
        </QueryBody>
      </SettingsSection>
    </div>
  )
}

function Rates({ currencies, renewal }: CompanyRates) {
  const { company } = useCompany()
  const used = currencies.filter(({ isUsed }) => isUsed)
  const lacking = used.filter((one) => one.lacking !== null || one.state !== 'FRESH')
  return (
    <>
      {lacking.length > 0 && (
        <Alert
          appearance="warning"
          title={`No rate for ${lacking.map(({ currency }) => currency).join(', ')}`}
          action={
            <Link className={styles.action} to={PATHS.import} params={{ companyId: company.id }}>
              Import rates
            </Link>
          }
        >
          <ul>
            {lacking.map((one) => (
              <li key={one.currency}>{lackText(one)}</li>
            ))}
          </ul>
          <p>
            Import a file with rates of your own, or ask whoever runs this installation for{' '}
            {lacking.some(({ origin }) => origin === 'BANK') && renewal.host !== null && (
              <>
                <code>sextant rates update</code> or{' '}
              </>
            )}
            <code>sextant rates import</code>.
          </p>
        </Alert>
      )}
      {used.length === 0 ? (
        <p>The company has money in US dollars alone, so far, and needs none.</p>
      ) : (
        <SimpleTable label="Exchange rates in use" columns={COLUMNS} rows={used} rowId={idOf} />
      )}
      <p className={styles.renewal}>{renewalText(renewal)}</p>
      {renewal.problem !== null && (
        <Alert appearance="warning">The last look for new rates came to nothing: {renewal.problem}</Alert>
      )}
      <Disclosure title="Other currencies">
        <SimpleTable
          label="Other currencies"
          columns={COLUMNS}
          rows={currencies.filter(({ isUsed }) => !isUsed)}
          rowId={idOf}
          isDense
        />
      </Disclosure>
    </>
  )
}

const idOf = ({ currency }: CompanyCurrencyRates) => currency

function lackText({ currency, state, lacking, newestDay }: CompanyCurrencyRates): string {
  const newest = newestDay === null ? 'It has no rates' : `Its newest rate is of ${dayText(newestDay)}`
  if (lacking === null) return `${currency}: no rate for today. ${newest}.`
  const { days, first, last } = lacking
  const on = first === last ? dayText(first) : rangeText(first, last)
  const none = `${currency}: no rate on ${countText(days, 'day')} with amounts, ${on}.`
  return state === 'FRESH' ? none : `${none} ${newest}.`
}

const ageText = ({ origin, ageDays }: CompanyCurrencyRates): string => {
  if (origin === 'PEG') return 'Holds on every day'
  if (ageDays === null) return NO_VALUE
  return ageDays === 0 ? 'Today' : countText(ageDays, 'day')
}

const ORIGINS: Record<CompanyCurrencyRates['origin'], (source: string) => string> = {
  OWN: (source) => `Your own import${source ? `: ${source}` : ''}`,
  OPERATOR: (source) => `File of this installation: ${source}`,
  BANK: (source) => source,
  PEG: (source) => source,
  NONE: () => 'No source',
}

const renewalText = ({ host, succeededAt }: CompanyRates['renewal']): string => {
  if (host === null) return 'This installation asks nobody for new rates.'
  const when = succeededAt === null ? 'not yet with success' : `last on ${momentText(succeededAt)}`
  return `New rates are asked for once a day at ${host}, ${when}.`
}

const COLUMNS: readonly SimpleColumn<CompanyCurrencyRates>[] = [
  { id: 'currency', title: 'Currency', kind: 'text', isName: true, cell: ({ currency }) => currency },
  {
    id: 'newest',
    title: 'Newest rate',
    kind: 'text',
    cell: ({ newestDay }) => (newestDay === null ? NO_VALUE : dayText(newestDay)),
  },
  {
    id: 'age',
    title: 'Age',
    kind: 'text',
    cell: (one) => (
      <>
        {ageText(one)} {one.state === 'OLD' && <Badge kind="warning">Too old</Badge>}
        {one.state === 'NONE' && <Badge kind="warning">Missing</Badge>}
      </>
    ),
  },
  {
    id: 'source',
    title: 'Source',
    kind: 'text',
    cell: ({ origin, source }) => ORIGINS[origin](source),
    cellHint: ({ origin, source }) => ORIGINS[origin](source),
  },
]
