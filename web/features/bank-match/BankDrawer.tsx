import { useMutation } from '@tanstack/react-query'
import type { BankDeposit } from '#contract/bank-match.ts'
import { bankChanged } from '#web/bank/bank-changed.ts'
import { BankStateMark, bankStateText } from '#web/bank/BankStateMark.tsx'
import { Section } from '#web/explain/Section.tsx'
import { ExportMenu } from '#web/table/ExportMenu.tsx'
import { amountFact } from '#web/table/sheet.ts'
import { errorText, trpc } from '#web/trpc.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { dayText, momentText } from '#web/ui/dates.ts'
import { Inspector, type InspectorProps } from '#web/ui/Inspector.tsx'
import { countText, exactText } from '#web/ui/numbers.ts'
import { bankRowsSheet } from './bank-sheets.ts'
import styles from './BankMatchPage.module.css'

interface BankDrawerProps extends Pick<InspectorProps, 'neighbours' | 'takesFocus' | 'onClose'> {
  companyId: string
  deposit: BankDeposit
  refusal: string | undefined
}

/** One payout, and the rows of the bank among which it is. */
export function BankDrawer({ companyId, deposit, refusal, ...inspector }: BankDrawerProps) {
  const { key, settlementId, account, amount, currency, day } = deposit
  return (
    <Inspector
      title={`${exactText(amount, currency)} ${currency}`}
      subtitle={[`Deposit of ${dayText(day)}`, settlementId, account].filter(Boolean).join(' · ')}
      subject={key}
      {...inspector}
    >
      {/* What went wrong with one payout is not said of another. */}
      <RowsOfBank key={key} companyId={companyId} deposit={deposit} refusal={refusal} />
    </Inspector>
  )
}

function RowsOfBank({
  companyId,
  deposit,
  refusal,
}: Pick<BankDrawerProps, 'companyId' | 'deposit' | 'refusal'>) {
  const { key, settlementId, account, amount, currency, day, state, rows, confirmedAt, confirmedBy } = deposit
  const mutation = useMutation(
    trpc.bankMatch.confirm.mutationOptions({
      // Also where somebody else was first.
      onSettled: bankChanged,
    }),
  )
  const seenRowId = state === 'CONFIRMED' ? (rows[0]?.id ?? null) : null
  const say = (rowId: string | null) => mutation.mutate({ companyId, key, rowId, seenRowId })
  return (
    <>
      <div className={styles.top}>
        <BankStateMark state={state} />
        {confirmedAt !== null && (
          <p className={styles.remark}>
            Confirmed {confirmedBy && `by ${confirmedBy} `}on {momentText(confirmedAt)}
          </p>
        )}
        {mutation.isError && <Alert appearance="negative">{errorText(mutation.error)}</Alert>}
      </div>
      <Section title="Bank transactions" note={countText(rows.length, 'transaction')}>
        {rows.length === 0 ? (
          <p className={styles.remark}>
            {state === 'AWAITED'
              ? 'No statement covers the days on which it should arrive. Add the statement for these days.'
              : 'No row of the bank has this amount between the end of the settlement and seven days after the deposit.'}
          </p>
        ) : (
          <>
            <div className={styles.acts}>
              <ExportMenu
                content={() => ({
                  sheet: bankRowsSheet(rows),
                  facts: [
                    amountFact('Payout', amount),
                    ['Currency', currency],
                    ['Deposit', day],
                    ['Settlement', settlementId],
                    ['Account', account],
                    ['Bank', bankStateText(state)],
                  ],
                })}
                fileName={`bank-rows-${settlementId}`}
              />
            </div>
            <ul className={styles.rows}>
              {rows.map((row) => (
                <li key={row.id}>
                  <span>
                    <b>{exactText(row.amount, row.currency)}</b> on {dayText(row.day)}
                    <small>
                      {row.text || 'Its description is not kept because it does not name Amazon.'}
                    </small>
                  </span>
                  {state === 'CONFIRMED' ? (
                    <Button
                      size="sm"
                      disabledReason={refusal}
                      isPending={mutation.isPending}
                      onPress={() => say(null)}
                    >
                      Undo
                    </Button>
                  ) : (
                    <Button
                      size="sm"
                      disabledReason={refusal}
                      isPending={mutation.isPending}
                      onPress={() => say(row.id)}
                    >
                      Confirm
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          </>
        )}
      </Section>
    </>
  )
}
