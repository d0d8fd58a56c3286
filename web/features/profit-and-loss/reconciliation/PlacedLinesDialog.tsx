import { useQuery } from '@tanstack/react-query'
import { Split } from 'lucide-react'
import { useState } from 'react'
import {
  nameId,
  type MappingEdit,
  type Place,
  type Unmapped,
  type UnmappedName,
} from '#contract/line-mappings.ts'
import { PNL_LINES } from '#contract/profit-and-loss-lines.ts'
import { QueryBody } from '#web/shell/QueryBody.tsx'
import { ExportMenu } from '#web/table/ExportMenu.tsx'
import { sheetFrom, type Sheet } from '#web/table/sheet.ts'
import { SimpleTable, type SimpleColumn } from '#web/table/SimpleTable.tsx'
import { trpc } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { dayText, momentText, rangeText } from '#web/ui/dates.ts'
import { Modal } from '#web/ui/Modal.tsx'
import { exactText, wholeText } from '#web/ui/numbers.ts'
import { PlaceLine } from './PlaceLine.tsx'
import styles from './PlacedLinesDialog.module.css'

interface PlacedLinesDialogProps {
  companyId: string
  refusal: string | undefined
}

/** Lines of files that no rule knows: where they stand, and where the company wants them. */
export const PlacedLinesDialog = (props: PlacedLinesDialogProps) => (
  <Modal
    size="lg"
    title="Unmapped lines"
    description="Amazon uses names for charges that this version does not know yet. They count under the closest line until you assign them to a line of the statement."
    trigger={
      <Button kind="ghost" size="sm" icon={Split} foldsToIcon>
        Unmapped lines
      </Button>
    }
  >
    <Lines {...props} />
  </Modal>
)

/** What is being placed: a name as it was read, and the places that the form begins with where they are taken from the history. */
interface Chosen {
  name: UnmappedName
  places: Place[] | null
}

function Lines({ companyId, refusal }: PlacedLinesDialogProps) {
  const query = useQuery(trpc.profitAndLoss.getUnmapped.queryOptions({ companyId }, { staleTime: 0 }))
  const [chosen, setChosen] = useState<Chosen | null>(null)
  return (
    <QueryBody title="The unmapped lines" query={query}>
      {(found) =>
        chosen ? (
          <PlaceLine
            companyId={companyId}
            refusal={refusal}
            choices={found.choices}
            {...chosen}
            onClose={() => setChosen(null)}
          />
        ) : (
          <Overview found={found} onChoose={setChosen} />
        )
      }
    </QueryBody>
  )
}

function Overview({ found, onChoose }: { found: Unmapped; onChoose: (chosen: Chosen) => void }) {
  const { names, hasMore, history } = found
  const placing: SimpleColumn<UnmappedName> = {
    id: 'place',
    title: 'Place',
    kind: 'number',
    isTitleHidden: true,
    cell: (name) => (
      <Button size="sm" onPress={() => onChoose({ name, places: null })}>
        {name.places.length === 0 ? 'Assign' : 'Change'}
      </Button>
    ),
  }
  const restoring: SimpleColumn<MappingEdit> = {
    id: 'restore',
    title: 'Put back',
    kind: 'number',
    isTitleHidden: true,
    cell: (edit) => {
      const name = names.find((one) => nameId(one) === nameId(edit))
      if (!name || JSON.stringify(name.places) === JSON.stringify(edit.before)) return undefined
      return (
        <Button size="sm" kind="tertiary" onPress={() => onChoose({ name, places: edit.before })}>
          Put back
        </Button>
      )
    },
  }
  return (
    <div className={styles.parts}>
      {names.length === 0 ? (
        <p>Every line of the imported files is mapped.</p>
      ) : (
        <>
          <div className={styles.tools}>
            <ExportMenu
              content={() => ({
                sheet: namesSheet(names),
                ...(hasMore && { facts: [['Warning', 'More names exist than are listed here.']] }),
              })}
              fileName="unmapped-lines"
            />
          </div>
          <SimpleTable
            label="Unmapped lines"
            columns={[...NAME_COLUMNS, placing]}
            rows={names}
            rowId={nameId}
            isDense
          />
        </>
      )}
      {hasMore && <p className={styles.remark}>More names exist than are listed here.</p>}
      {history.length > 0 && (
        <section>
          <div className={styles.head}>
            <h3 className={styles.title}>History</h3>
            <ExportMenu
              content={() => ({ sheet: historySheet(history) })}
              fileName="history-of-placed-lines"
            />
          </div>
          <SimpleTable
            label="History of placed lines"
            columns={[...EDIT_COLUMNS, restoring]}
            rows={history}
            rowId={(edit) => `${edit.changedAt} ${nameId(edit)}`}
            isDense
          />
        </section>
      )}
    </div>
  )
}

/** One below the other, and what is long in several lines, so that the act at the end of a row stays in view. */
const Amounts = ({ amounts }: Pick<UnmappedName, 'amounts'>) => (
  <span className={styles.amounts}>
    {amounts.map(({ currency, amount }) => (
      <span key={currency}>{`${exactText(amount, currency)} ${currency}`}</span>
    ))}
  </span>
)
const inLines = (text: string) => <span className={styles.lines}>{text}</span>

/** "Monthly storage fees since 1 Jun 2026", or where nobody has placed it. */
const placesText = (places: readonly Place[], none: string): string =>
  places.length === 0
    ? none
    : places.map(({ line, validFrom }) => `${PNL_LINES[line].label} since ${dayText(validFrom)}`).join(', ')

const NAME_COLUMNS: readonly SimpleColumn<UnmappedName>[] = [
  {
    id: 'name',
    title: 'In the file',
    kind: 'text',
    isName: true,
    cell: ({ amountDescription, amountType }) => inLines(amountDescription || amountType),
    cellHint: ({ transactionType, amountType, amountDescription }) =>
      [transactionType, amountType, amountDescription].join(' · '),
  },
  { id: 'days', title: 'Days', kind: 'text', cell: ({ firstDay, lastDay }) => rangeText(firstDay, lastDay) },
  {
    id: 'rows',
    title: 'Rows',
    kind: 'number',
    cell: ({ amounts }) => wholeText(amounts.reduce((sum, { rows }) => sum + rows, 0)),
  },
  { id: 'amount', title: 'Amount', kind: 'number', cell: ({ amounts }) => <Amounts amounts={amounts} /> },
  {
    id: 'line',
    title: 'Counts under',
    kind: 'text',
    cell: ({ places, fallback }) => inLines(placesText(places, `${PNL_LINES[fallback].label}, not placed`)),
  },
]

/** A row for each currency of a name. */
const namesSheet = (names: readonly UnmappedName[]): Sheet =>
  sheetFrom(
    names.flatMap((name) => name.amounts.map((amount) => ({ ...name, ...amount }))),
    [
      ['Transaction type', 'text', ({ transactionType }) => transactionType],
      ['Amount type', 'text', ({ amountType }) => amountType],
      ['Amount description', 'text', ({ amountDescription }) => amountDescription],
      ['From', 'day', ({ firstDay }) => firstDay],
      ['To', 'day', ({ lastDay }) => lastDay],
      ['Rows', 'count', ({ rows }) => rows],
      ['Amount', 'money', ({ amount }) => amount],
      ['Currency', 'text', ({ currency }) => currency],
      ['Counts under', 'text', ({ places, fallback }) => placesText(places, PNL_LINES[fallback].label)],
      ['Placed', 'text', ({ places }) => (places.length > 0 ? 'yes' : 'no')],
    ],
  )

const historySheet = (history: readonly MappingEdit[]): Sheet =>
  sheetFrom(history, [
    ['When', 'text', ({ changedAt }) => changedAt],
    ['Who', 'text', ({ changedBy }) => changedBy || 'a file'],
    ['Transaction type', 'text', ({ transactionType }) => transactionType],
    ['Amount type', 'text', ({ amountType }) => amountType],
    ['Amount description', 'text', ({ amountDescription }) => amountDescription],
    ['Before', 'text', ({ before }) => placesText(before, 'not placed')],
    ['After', 'text', ({ after }) => placesText(after, 'not placed')],
  ])

const editText = ({ before, after }: MappingEdit): string =>
  `${placesText(before, 'not placed')} → ${placesText(after, 'not placed')}`

const EDIT_COLUMNS: readonly SimpleColumn<MappingEdit>[] = [
  { id: 'when', title: 'When', kind: 'text', cell: ({ changedAt }) => momentText(changedAt) },
  {
    id: 'who',
    title: 'Who',
    kind: 'text',
    cell: ({ changedBy }) => changedBy || 'a file',
    cellHint: ({ changedBy }) => changedBy,
  },
  {
    id: 'what',
    title: 'In the file',
    kind: 'text',
    isName: true,
    cell: ({ amountDescription, amountType }) => inLines(amountDescription || amountType),
  },
  { id: 'change', title: 'Change', kind: 'text', cell: (edit) => inLines(editText(edit)) },
]
