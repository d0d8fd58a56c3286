import { skipToken, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import {
  partLabel,
  subjectLabel,
  type JournalFormat,
  type JournalSubject,
} from '#contract/journal-accounts.ts'
import { STATE_LABELS, STATE_REASONS } from '#contract/journal-states.ts'
import type {
  Journal,
  JournalEntry,
  Lacking,
  SettlementJournals,
  SettlementSummary,
} from '#contract/journals.ts'
import { queryStatus } from '#web/shell/query-status.ts'
import { errorText, trpc } from '#web/trpc.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { dayText } from '#web/ui/dates.ts'
import { exactText, isNegative, isZero } from '#web/ui/numbers.ts'
import { SectionFrame } from '#web/ui/SectionFrame.tsx'
import { BOOKED_NOW, partText, type JournalPart } from './journals-view.ts'
import styles from './JournalsPage.module.css'
import { useDownload } from './use-download.ts'

interface SettlementSectionProps {
  companyId: string
  asOf?: string
  format: JournalFormat
  settlement: SettlementSummary | undefined
  explained: string
  onExplain: (part: JournalPart) => void
  onAccounts: () => void
}

/** The journals of one settlement, line by line. */
export function SettlementSection(props: SettlementSectionProps) {
  const { companyId, asOf, format, settlement } = props
  const query = useQuery(
    trpc.journals.get.queryOptions(
      settlement
        ? {
            companyId,
            format,
            account: settlement.account,
            settlementId: settlement.settlementId,
            ...(asOf !== undefined && { asOf }),
          }
        : skipToken,
    ),
  )
  const download = useDownload(companyId)
  const found = query.data
  return (
    <SectionFrame
      title="Journals"
      note={found && `${found.settlementId}, ${found.currency}`}
      height={280}
      status={
        settlement
          ? queryStatus(query)
          : { kind: 'empty', title: 'No settlement chosen', text: 'Select one to see how it is booked.' }
      }
      actions={
        found && (
          <Button
            size="sm"
            icon={Download}
            isPending={download.isPending}
            disabledReason={refusalOf(found, asOf)}
            onPress={() => {
              const { account, settlementId } = found
              download.mutate({ what: 'CHOSEN', format, settlements: [{ account, settlementId }] })
            }}
          >
            Download
          </Button>
        )
      }
    >
      {download.isError && <Alert appearance="negative">{errorText(download.error)}</Alert>}
      {found && <Journals {...props} found={found} />}
    </SectionFrame>
  )
}

function refusalOf({ state }: SettlementJournals, asOf: string | undefined): string | undefined {
  if (asOf !== undefined) return BOOKED_NOW
  return state === 'BALANCED' ? undefined : STATE_REASONS[state]
}

function Journals({
  found,
  explained,
  onExplain,
  onAccounts,
}: SettlementSectionProps & { found: SettlementJournals }) {
  return (
    <div className={styles.journals}>
      {found.state !== 'BALANCED' && (
        <Alert
          appearance={found.state === 'EMPTY' ? 'informative' : 'warning'}
          title={STATE_LABELS[found.state]}
          action={
            (found.state === 'UNMAPPED' || found.state === 'BOOK_CURRENCY') && (
              <Button size="sm" onPress={onAccounts}>
                Go to accounts
              </Button>
            )
          }
        >
          <p>{STATE_REASONS[found.state]}</p>
          {found.lacking.length > 0 && <Lacks lacking={found.lacking} />}
        </Alert>
      )}
      {!isZero(found.unmapped) && (
        <Alert>
          <p>
            {exactText(found.unmapped, found.currency)} {found.currency} of it is not mapped to a line of the
            statement; it is booked with the closest line.
          </p>
        </Alert>
      )}
      {found.journals.map((journal) => (
        <JournalTable
          key={journal.number}
          journal={journal}
          currency={found.currency}
          explained={explained}
          onExplain={onExplain}
        />
      ))}
    </div>
  )
}

const LACKING_NAMED = 4

/** What is lacking, each with the lines that lack it. */
function Lacks({ lacking }: { lacking: readonly Lacking[] }) {
  return (
    <ul className={styles.lacking}>
      {[...new Set(lacking.map(({ lacks }) => lacks))].map((lacks) => {
        const lines = [
          ...new Set(lacking.flatMap((one) => (one.lacks === lacks ? labelOf(one.subject) : []))),
        ]
        const more = lines.length - LACKING_NAMED
        return (
          <li key={lacks}>
            <b>{lacks.charAt(0).toUpperCase() + lacks.slice(1)}:</b>{' '}
            {lines.slice(0, LACKING_NAMED).join(', ')}
            {more > 0 && ` and ${more} more`}
          </li>
        )
      })}
    </ul>
  )
}

const labelOf = (subject: string): string => subjectLabel(subject as JournalSubject)

interface JournalTableProps {
  journal: Journal
  currency: string
  explained: string
  onExplain: (part: JournalPart) => void
}

function JournalTable({ journal, currency, explained, onExplain }: JournalTableProps) {
  const { number, date, month, entries, debit } = journal
  const amount = (value: string | null) => (value === null ? '' : exactText(value, currency))
  return (
    <div className={styles.scroll}>
      <table className={styles.journal}>
        <caption>
          <b>{dayText(date)}</b> <span>{number}</span>
        </caption>
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col" className={styles.number}>
              Debit
            </th>
            <th scope="col" className={styles.number}>
              Credit
            </th>
          </tr>
        </thead>
        {entries.map((entry, place) => (
          <tbody key={`${entry.kind} ${place}`}>
            <tr className={styles.entry}>
              <th scope="row">
                <AccountName entry={entry} />
              </th>
              <td className={styles.number}>{amount(entry.debit)}</td>
              <td className={styles.number}>{amount(entry.credit)}</td>
            </tr>
            {entry.parts.map((part) => {
              const { line, marketplace, isTaxKept } = part
              const at = { month: month.slice(0, 7), line, marketplace, isTaxKept }
              return (
                <tr key={partText(at)} className={styles.part}>
                  <td>
                    <button
                      type="button"
                      aria-pressed={partText(at) === explained}
                      onClick={() => onExplain(at)}
                    >
                      {[partLabel(part), marketplace].filter(Boolean).join(', ')}
                    </button>
                  </td>
                  <td className={styles.number}>{isNegative(part.amount) && amount(part.amount.slice(1))}</td>
                  <td className={styles.number}>{!isNegative(part.amount) && amount(part.amount)}</td>
                </tr>
              )
            })}
          </tbody>
        ))}
        <tfoot>
          <tr>
            <th scope="row">Sum</th>
            <td className={styles.number}>{amount(debit)}</td>
            <td className={styles.number}>{amount(debit)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function AccountName({ entry: { kind, code, name, taxCode } }: { entry: JournalEntry }) {
  const account = [code, name].filter(Boolean).join(' ')
  return (
    <>
      {account || <span className={styles.warned}>No account</span>}
      {kind !== 'LINES' && <small>{subjectLabel(kind)}</small>}
      {taxCode && <small>Tax {taxCode}</small>}
    </>
  )
}
