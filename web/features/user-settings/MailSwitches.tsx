import { useMutation, useQuery } from '@tanstack/react-query'
import { CURRENCY_CODES } from '#contract/currencies.ts'
import { FORMAT_LABELS, JOURNAL_FORMATS, type JournalFormat } from '#contract/journal-accounts.ts'
import {
  MAIL_HOUR,
  PACKAGE_DAY,
  type MailKind,
  type ScheduledMail,
  type ScheduledMails,
} from '#contract/scheduled-mails.ts'
import { preferredCurrency } from '#web/filters/currency-preference.ts'
import { DEFAULT_CURRENCY } from '#web/filters/filter-fields.ts'
import { QueryBody } from '#web/shell/QueryBody.tsx'
import { useCompany } from '#web/shell/use-company.ts'
import { useInstallation } from '#web/shell/use-installation.ts'
import { errorText, queryClient, trpc } from '#web/trpc.ts'
import { DELIMITED_NOTATION } from '#web/ui/delimited-notation.ts'
import { SelectField } from '#web/ui/SelectField.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './Preferences.module.css'

const inCurrency = ({ currencyCode }: ScheduledMail): string => `In ${currencyCode}, by`

const MAILS: { kind: MailKind; label: string; helper: string; how: (mail: ScheduledMail) => string }[] = [
  {
    kind: 'DAILY_DIGEST',
    label: 'Daily digest',
    helper: `Every morning from ${MAIL_HOUR}:00: the figures of All in one for the last day and for seven days, and what needs attention.`,
    how: inCurrency,
  },
  {
    kind: 'WEEKLY_REVIEW',
    label: 'Weekly review',
    helper: `Every Monday from ${MAIL_HOUR}:00: the last six weeks and twelve months, as a PDF of a few pages.`,
    how: inCurrency,
  },
  {
    kind: 'MONTH_PACKAGE',
    label: 'Files of the month',
    helper: `On the ${PACKAGE_DAY}th from ${MAIL_HOUR}:00: statement, reconciliation, VAT report, stock and journals of the month before in one archive, and what is missing from them.`,
    how: ({ files }) => `Journals: ${FORMAT_LABELS[files.format]}. By`,
  },
]

/** Which mails with the numbers of the company the person gets. */
export function MailSwitches() {
  const { company } = useCompany()
  const query = useQuery(trpc.scheduledMails.list.queryOptions({ companyId: company.id }))
  return (
    <QueryBody title="Your emails" query={query}>
      {(known) => <Switches known={known} />}
    </QueryBody>
  )
}

function Switches({ known: { email, mails } }: { known: ScheduledMails }) {
  const { company } = useCompany()
  const installation = useInstallation()
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const settled = {
    onSuccess: () =>
      queryClient.refetchQueries({
        queryKey: trpc.scheduledMails.list.queryKey({ companyId: company.id }),
      }),
    onError: (error: unknown) => toast(errorText(error), 'negative'),
  }
  const on = useMutation(trpc.scheduledMails.switchOn.mutationOptions(settled))
  const off = useMutation(trpc.scheduledMails.switchOff.mutationOptions(settled))
  const isPending = on.isPending || off.isPending
  const change = (kind: MailKind, isOn: boolean, format?: JournalFormat) => {
    const place = { companyId: company.id, kind }
    if (!isOn) return off.mutate(place)
    const ofCompany = CURRENCY_CODES.find((code) => code === company.defaultCurrency)
    const currencyCode = preferredCurrency() ?? ofCompany ?? DEFAULT_CURRENCY
    const files = { format: format ?? 'CSV', notation: DELIMITED_NOTATION }
    on.mutate({ ...place, currencyCode, timeZone, files })
  }
  const ofMonth = mails.find(({ kind }) => kind === 'MONTH_PACKAGE')
  return (
    <div className={styles.preferences}>
      {MAILS.map(({ kind, label, helper, how }) => {
        const mail = mails.find((one) => one.kind === kind)
        return (
          <Switch
            key={kind}
            isSelected={mail !== undefined}
            isDisabled={email === null || isPending}
            onChange={(isOn) => change(kind, isOn)}
            helper={mail ? `${helper} ${how(mail)} the time of ${mail.timeZone}.` : helper}
          >
            {label}
          </Switch>
        )
      })}
      {ofMonth && (
        <SelectField
          label="Journals for"
          choices={JOURNAL_FORMATS.map((value) => ({ value, label: FORMAT_LABELS[value] }))}
          value={ofMonth.files.format}
          onChange={(format) => format && change('MONTH_PACKAGE', true, format as JournalFormat)}
        />
      )}
      {installation?.codesAt && <p>This installation has no mail server: emails stay in its outbox.</p>}
      {email === null && <p>Confirm your address first. Emails only go to a confirmed address.</p>}
    </div>
  )
}
