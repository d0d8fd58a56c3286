import type { DateRange } from '#contract/date-range.ts'
import { ROLL_FORWARD_LABELS, type RollForwardLine, type StockValue } from '#contract/stock-value.ts'
import { ExportMenu } from '#web/table/ExportMenu.tsx'
import { amountFact, sheetFrom, type Facts } from '#web/table/sheet.ts'
import { SimpleTable, type SimpleColumn } from '#web/table/SimpleTable.tsx'
import { NoValue } from '#web/ui/NumberText.tsx'
import { exactText, isZero, wholeText } from '#web/ui/numbers.ts'
import { SectionFrame } from '#web/ui/SectionFrame.tsx'
import { leftOutText } from './stock-columns.tsx'
import styles from './StockValuePage.module.css'

interface StockSumsProps {
  answer: StockValue | undefined
}

/** From what stock was worth at first to what it was at last; what no row states is left out. */
export const statedLines = ({ rollForward }: Pick<StockValue, 'rollForward'>): RollForwardLine[] =>
  rollForward.filter(({ id, units, value }) => id === 'revaluation' || units !== null || value !== null)

export function RollForward({ answer, days }: StockSumsProps & { days: DateRange }) {
  const lines = answer ? statedLines(answer) : []
  const closing = lines.at(-1)
  return (
    <SectionFrame
      title="Rolled forward"
      note={answer?.currencyCode}
      status={
        answer === undefined
          ? { kind: 'loading' }
          : closing
            ? { kind: 'ready' }
            : { kind: 'empty', title: 'No sums', text: 'There is more than can be read at once.' }
      }
      height={340}
      actions={
        answer &&
        closing && (
          <ExportMenu
            label="Export sums"
            content={() => ({
              sheet: sheetFrom(
                lines,
                [
                  ['Stock', 'text', ({ id }) => ROLL_FORWARD_LABELS[id]],
                  ['Units', 'count', ({ units }) => units],
                  [`Value, ${answer.currencyCode}`, 'money', ({ value }) => value],
                ],
                answer.currencyCode,
              ),
              facts: [withoutValueFact(answer), ...tieFacts(answer), ['Note', ROLLED_REMARK]],
            })}
            fileName={`stock-rolled-forward-${days.start}-${days.end}`}
          />
        )
      }
    >
      {answer && closing && (
        <>
          <SimpleTable
            label="Stock rolled forward"
            columns={rolledColumns(answer.currencyCode)}
            rows={lines.slice(0, -1)}
            rowId={({ id }) => id}
            result={closing}
            isDense
          />
          <p className={styles.remark}>
            {ROLLED_REMARK}
            {answer.withoutValue > 0 && ` Values are ${leftOutText(answer.withoutValue)}.`}
          </p>
        </>
      )}
    </SectionFrame>
  )
}

const ROLLED_REMARK =
  'Units that come and go are valued at the cost of the last day, so changes in costs and exchange rates only affect the opening stock. Lost, damaged or disposed units that come back count as found.'

const rolledColumns = (currencyCode: string): SimpleColumn<RollForwardLine>[] => [
  { id: 'label', title: 'Stock', kind: 'text', isName: true, cell: ({ id }) => ROLL_FORWARD_LABELS[id] },
  {
    id: 'units',
    title: 'Units',
    kind: 'number',
    cell: ({ id, units }) => {
      if (units !== null) return wholeText(units)
      return id === 'revaluation' ? '' : <NoValue />
    },
  },
  {
    id: 'value',
    title: 'Value',
    kind: 'number',
    cell: ({ value }) => (value === null ? <NoValue /> : exactText(value, currencyCode)),
  },
]

interface TieRow {
  id: Exclude<keyof StockValue['tie'], 'isStatementPartial'>
  label: string
}

const TIE_ROWS: readonly TieRow[] = [
  { id: 'writtenOff', label: 'Written off of sellable stock' },
  { id: 'statement', label: 'Lost and damaged stock in the statement' },
]
const DIFFERENCE: TieRow = { id: 'difference', label: 'Difference' }

/** What a file says of values without some rows, and of losses beside the statement. */
export const withoutValueFact = ({ withoutValue }: StockValue): Facts[number] => [
  'Rows without a value, which are in no value',
  String(withoutValue),
  'count',
]
export const tieFacts = ({ tie }: StockValue): Facts =>
  [...TIE_ROWS, DIFFERENCE].map(({ id, label }) => amountFact(label, tie[id]))

/** What was written off, and what the statement has of it. */
export function StockTie({ answer }: StockSumsProps) {
  return (
    <SectionFrame
      title="Beside the statement"
      note={answer?.currencyCode}
      status={{ kind: answer ? 'ready' : 'loading' }}
      height={180}
    >
      {answer && (
        <>
          <SimpleTable<TieRow>
            label="Losses beside the statement"
            columns={[
              {
                id: 'label',
                title: 'Loss',
                kind: 'text',
                isName: true,
                isTitleHidden: true,
                cell: ({ label }) => label,
              },
              {
                id: 'amount',
                title: 'Amount',
                kind: 'number',
                isTitleHidden: true,
                cell: ({ id }) => {
                  const amount = answer.tie[id]
                  return amount === null ? <NoValue /> : exactText(amount, answer.currencyCode)
                },
              },
            ]}
            rows={TIE_ROWS}
            rowId={({ id }) => id}
            result={DIFFERENCE}
            isDense
          />
          <p className={styles.remark}>{tieText(answer.tie)}</p>
        </>
      )}
    </SectionFrame>
  )
}

function tieText({ difference, isStatementPartial }: StockValue['tie']): string {
  if (difference === null)
    return 'Without a value: a lost unit without a cost or a rate is in it, or the statement has none for these days.'
  const partial = isStatementPartial ? ' The statement lacks files of some of these days.' : ''
  return isZero(difference)
    ? `The statement has what was lost below zero, so that both together are nothing.${partial}`
    : `They differ if a month in these dates was closed before its costs or files changed, or if it counts units with unknown cost.${partial}`
}
