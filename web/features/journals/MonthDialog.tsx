import { CalendarArrowDown, Download, FileArchive } from 'lucide-react'
import { useState } from 'react'
import { AMOUNTS_ARE, FORMAT_LABELS, type JournalFormat } from '#contract/journal-accounts.ts'
import type { SettlementSummary } from '#contract/journals.ts'
import { errorText } from '#web/trpc.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { monthOfYearText, today } from '#web/ui/dates.ts'
import { Modal } from '#web/ui/Modal.tsx'
import { countText } from '#web/ui/numbers.ts'
import { SelectField } from '#web/ui/SelectField.tsx'
import { isOpen } from './journal-columns.tsx'
import styles from './JournalsPage.module.css'
import { useDownload } from './use-download.ts'

interface MonthDialogProps {
  companyId: string
  format: JournalFormat
  settlements: readonly SettlementSummary[]
  /** Why nothing can be downloaded. */
  refusal: string | undefined
}

/** Everything of a month, or its journals alone. */
export const MonthDialog = (props: MonthDialogProps) => (
  <Modal
    title="Download a month"
    description="Download the journals of all settlements in a month, or the whole month: its journals, statement, reconciliation, VAT report and stock value, with a readme that says what they are and what is missing."
    trigger={
      <Button size="sm" icon={CalendarArrowDown} disabledReason={props.refusal}>
        Month
      </Button>
    }
  >
    <Months {...props} />
  </Modal>
)

/** Months that a settlement has days in, the newest first. */
const monthsOf = (settlements: readonly SettlementSummary[]): string[] =>
  [
    ...new Set(
      settlements.flatMap(({ startDate, endDate, months }) =>
        [...months, startDate, endDate].flatMap((day) => (day ? [day.slice(0, 7)] : [])),
      ),
    ),
  ]
    .toSorted()
    .toReversed()

function Months({ companyId, format, settlements }: MonthDialogProps) {
  const months = monthsOf(settlements)
  const [chosen, setMonth] = useState<string | null>(null)
  const thisMonth = today().slice(0, 7)
  const month = chosen ?? months.find((one) => one < thisMonth) ?? months[0] ?? null
  const download = useDownload(companyId)
  const ofMonth = settlements.filter(
    ({ startDate, endDate, months: booked }) =>
      month !== null &&
      (booked.includes(`${month}-01`) ||
        (startDate !== null &&
          endDate !== null &&
          startDate.slice(0, 7) <= month &&
          endDate.slice(0, 7) >= month)),
  )
  const open = ofMonth.filter(isOpen).length
  const none = month === null ? 'There is no settlement yet.' : undefined
  const asked = download.variables?.what
  return (
    <div className={styles.dialog}>
      <SelectField
        label="Month"
        choices={months.map((one) => ({ value: one, label: monthOfYearText(`${one}-01`) }))}
        value={month}
        onChange={setMonth}
        searchLabel="Search months"
      />
      <p className={styles.remark}>
        {countText(ofMonth.length, 'settlement')}, written for {FORMAT_LABELS[format]}. {AMOUNTS_ARE[format]}
      </p>
      {open > 0 && (
        <Alert appearance="warning">
          {countText(open, 'settlement')} cannot be booked and {open === 1 ? 'is' : 'are'} in no journal. The
          readme of the whole month lists {open === 1 ? 'it' : 'them'}.
        </Alert>
      )}
      {download.isError && <Alert appearance="negative">{errorText(download.error)}</Alert>}
      <div className={styles.acts}>
        <Button
          icon={Download}
          disabledReason={none}
          isPending={download.isPending && asked === 'MONTH'}
          onPress={() => month && download.mutate({ what: 'MONTH', format, month })}
        >
          Journals
        </Button>
        <Button
          kind="primary"
          icon={FileArchive}
          disabledReason={none}
          isPending={download.isPending && asked === 'PACKAGE'}
          onPress={() => month && download.mutate({ what: 'PACKAGE', format, month })}
        >
          Whole month
        </Button>
      </div>
    </div>
  )
}
