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
        note="Amounts are converted at the rate of their day. If a day has no rate, the latest rate from the ten days before is used; if there is none, the amount has no value in another currency."
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
            Import your own rates from a file, or ask whoever runs this installation to run{' '}
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
        <p>So far the company only has amounts in US dollars and needs no rates.</p>
      ) : (
        <SimpleTable label="Exchange rates in use" columns={COLUMNS} rows={used} rowId={idOf} />
      )}
      <p className={styles.renewal}>{renewalText(renewal)}</p>
      {renewal.problem !== null && (
        <Alert appearance="warning">The last check for new rates failed: {renewal.problem}</Alert>
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
  const newest = newestDay === null ? 'It has no rates' : `Its newest rate is from ${dayText(newestDay)}`
  if (lacking === null) return `${currency}: no rate for today. ${newest}.`
  const { days, first, last } = lacking
  const on = first === last ? dayText(first) : rangeText(first, last)
  const none = `${currency}: no rate on ${countText(days, 'day')} with amounts, ${on}.`
  return state === 'FRESH' ? none : `${none} ${newest}.`
}

const ageText = ({ origin, ageDays }: CompanyCurrencyRates): string => {
  if (origin === 'PEG') return 'Fixed for every day'
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
  if (host === null) return 'This installation does not fetch new rates.'
  const when = succeededAt === null ? 'not yet successfully' : `last on ${momentText(succeededAt)}`
  return `New rates are fetched once a day from ${host}, ${when}.`
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
