import type { UseQueryResult } from '@tanstack/react-query'
import { parseDecimal, toText } from '#contract/decimal.ts'
import {
  ESTIMATED_CAUSES,
  type LostContribution,
  type LostContributions,
} from '#contract/lost-contribution.ts'
import { queryStatus } from '#web/shell/query-status.ts'
import { ExportMenu } from '#web/table/ExportMenu.tsx'
import { sheetFrom } from '#web/table/sheet.ts'
import { SimpleTable, type SimpleColumn } from '#web/table/SimpleTable.tsx'
import { Button } from '#web/ui/Button.tsx'
import { compactRangeText } from '#web/ui/dates.ts'
import { exactText, priceText } from '#web/ui/numbers.ts'
import { SectionFrame } from '#web/ui/SectionFrame.tsx'
import { basisText, CAUSE_NAMES, emptyOf, leftOutText, noteOf } from './lost-words.ts'
import styles from './ProductDrawer.module.css'

interface LostCausesProps {
  title?: string
  query: UseQueryResult<LostContributions, unknown>
  currencyCode: string
  /** What can be done about a cause; null where that is elsewhere. */
  actOf: (cause: LostContribution) => { label: string; onPress: () => void } | null
}

/** What could have been left and was not, the largest cause first, and what all of them come to. */
export function LostCauses({ title = 'Lost contribution', query, currencyCode, actOf }: LostCausesProps) {
  const lost = query.data
  const columns: SimpleColumn<LostContribution | null>[] = [
    {
      id: 'cause',
      title: 'Cause',
      kind: 'text',
      isName: true,
      cell: (one) =>
        one === null ? (
          'Sum'
        ) : (
          <span className={styles.cause}>
            {CAUSE_NAMES[one.cause]}
            <small>{basisText(one)}</small>
          </span>
        ),
      cellHint: (one) => (one ? basisText(one) : ''),
    },
    {
      id: 'amount',
      title: `${currencyCode}, lost`,
      kind: 'number',
      cell: (one) => {
        const amount = one ? one.amount : lost!.total!
        return (
          <span title={exactText(amount, currencyCode)}>
            {one && ESTIMATED_CAUSES.includes(one.cause) && <span className={styles.about}>about </span>}
            {priceText(toText(-parseDecimal(amount)))}
          </span>
        )
      },
    },
    {
      id: 'act',
      title: 'What to do',
      kind: 'number',
      isTitleHidden: true,
      cell: (one) => {
        const act = one && actOf(one)
        return (
          act && (
            <Button
              kind="tertiary"
              size="sm"
              aria-label={`${act.label}: ${CAUSE_NAMES[one.cause]}`}
              onPress={act.onPress}
            >
              {act.label}
            </Button>
          )
        )
      },
    },
  ]
  return (
    <SectionFrame
      title={title}
      note={lost && noteOf(lost)}
      height={120}
      status={lost && lost.causes.length === 0 ? { kind: 'empty', ...emptyOf(lost) } : queryStatus(query)}
      actions={
        <ExportMenu
          fileName="lost-contribution"
          isDisabled={!lost || query.isPlaceholderData || lost.causes.length === 0}
          content={() => ({
            sheet: sheetFrom(
              lost!.causes,
              [
                ['Cause', 'text', ({ cause }) => CAUSE_NAMES[cause]],
                ['Amount', 'money', ({ amount }) => amount],
                ['Estimated', 'text', ({ cause }) => (ESTIMATED_CAUSES.includes(cause) ? 'yes' : 'no')],
                ['Products', 'count', ({ products }) => products],
                ['Days', 'count', ({ days }) => days],
                ['Units', 'number', ({ units }) => units],
                ['Clicks', 'count', ({ clicks }) => clicks?.count],
              ],
              currencyCode,
            ),
            facts: [['Days looked at', compactRangeText(lost!.period.startDate, lost!.period.endDate)]],
          })}
        />
      }
    >
      {lost?.total != null && (
        <>
          <SimpleTable
            label={`${title}, by cause`}
            columns={columns}
            rows={lost.causes}
            rowId={(one) => one!.cause}
            result={null}
            isDense
          />
          {leftOutText(lost) && <p className={styles.leftOut}>{leftOutText(lost)}</p>}
        </>
      )}
    </SectionFrame>
  )
}
