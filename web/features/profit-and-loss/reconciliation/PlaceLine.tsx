import { skipToken, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Move, Place, UnmappedName } from '#contract/line-mappings.ts'
import { PNL_LINES, type PnlLine } from '#contract/profit-and-loss-lines.ts'
import { ExportMenu } from '#web/table/ExportMenu.tsx'
import { sheetFrom, type Sheet } from '#web/table/sheet.ts'
import { SimpleTable, type SimpleColumn } from '#web/table/SimpleTable.tsx'
import { errorText, queryClient, trpc } from '#web/trpc.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { dayText, monthOfYearText } from '#web/ui/dates.ts'
import { exactText, wholeText } from '#web/ui/numbers.ts'
import { SelectField } from '#web/ui/SelectField.tsx'
import { toast } from '#web/ui/toast.ts'
import { effectText } from './placed-effect.ts'
import styles from './PlacedLinesDialog.module.css'

interface PlaceLineProps {
  companyId: string
  refusal: string | undefined
  choices: readonly PnlLine[]
  name: UnmappedName
  /** Of the history, to be put back; null to choose a line. */
  places: Place[] | null
  onClose: () => void
}

/** Which line a name belongs to and from when on, with what that moves, before it is saved. */
export function PlaceLine({ companyId, refusal, choices, name, onClose, ...given }: PlaceLineProps) {
  const { transactionType, amountType, amountDescription } = name
  const ofName = { companyId, transactionType, amountType, amountDescription }
  const [places, setPlaces] = useState(given.places)
  const [line, setLine] = useState<PnlLine | null>(null)
  const [from, setFrom] = useState<string | null>(name.firstDay)
  const wanted =
    places ??
    (line && from
      ? [...name.places.filter(({ validFrom }) => validFrom !== from), { validFrom: from, line }]
      : null)
  const preview = useQuery(
    // Nobody is to save on what another line or day would have moved.
    trpc.profitAndLoss.previewMapping.queryOptions(wanted ? { ...ofName, places: wanted } : skipToken),
  )
  const save = useMutation(
    trpc.profitAndLoss.setMapping.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries()
        toast('Saved. All numbers are updated.', 'positive')
        onClose()
      },
    }),
  )
  const moves = wanted && preview.data
  const inTheFile = [transactionType, amountType, amountDescription].join(' · ')
  return (
    <div className={styles.parts}>
      <h3 className={styles.title}>{inTheFile}</h3>
      {places ? (
        <p>
          {places.length === 0
            ? 'No longer assigned. Counts under the closest line again.'
            : places
                .map((place) => `${PNL_LINES[place.line].label} from ${dayText(place.validFrom)} on`)
                .join(', then ')}
        </p>
      ) : (
        <div className={styles.fields}>
          <SelectField
            label="Line of the statement"
            choices={choices.map((id) => ({
              value: id,
              label: PNL_LINES[id].label,
              hint: PNL_LINES[id].definition,
            }))}
            value={line}
            onChange={setLine}
            searchLabel="Search lines"
            isWide
          />
          <DateField label="From" value={from} onChange={setFrom} />
        </div>
      )}
      {preview.isError && <Alert appearance="negative">{errorText(preview.error)}</Alert>}
      {moves?.length === 0 && <p className={styles.remark}>No amounts in the imported files would move.</p>}
      {moves && moves.length > 0 && (
        <>
          <div className={styles.head}>
            <p className={styles.effect}>{effectText(moves)}</p>
            <ExportMenu
              content={() => ({
                sheet: movesSheet(moves),
                facts: [
                  ['Dates', 'all'],
                  ['In the file', inTheFile],
                  ...wanted.map(
                    (place) =>
                      ['Placed', `${PNL_LINES[place.line].label} from ${place.validFrom} on`] as const,
                  ),
                  ['Note', 'Preview of what would move. Nothing is saved yet.'],
                ],
              })}
              fileName="what-moves"
            />
          </div>
          <SimpleTable
            label="What moves"
            columns={MOVE_COLUMNS}
            rows={moves}
            rowId={({ month, currency, from: old, to }) => [month, currency, old, to].join(' ')}
            isDense
          />
        </>
      )}
      {save.isError && <Alert appearance="negative">{errorText(save.error)}</Alert>}
      <div className={styles.acts}>
        {!places && name.places.length > 0 && (
          <Button kind="tertiary" onPress={() => setPlaces([])}>
            Remove assignment
          </Button>
        )}
        <Button onPress={onClose}>Back</Button>
        <Button
          kind="primary"
          isPending={save.isPending}
          disabledReason={refusal ?? (wanted ? undefined : 'Choose a line and a day.')}
          onPress={() => {
            if (wanted) save.mutate({ ...ofName, places: wanted, seen: name.places })
          }}
        >
          Save
        </Button>
      </div>
    </div>
  )
}

const movesSheet = (moves: readonly Move[]): Sheet =>
  sheetFrom(moves, [
    ['Month', 'text', ({ month }) => month.slice(0, 7)],
    ['From', 'text', ({ from }) => PNL_LINES[from].label],
    ['To', 'text', ({ to }) => PNL_LINES[to].label],
    ['Rows', 'count', ({ rows }) => rows],
    ['Amount', 'money', ({ amount }) => amount],
    ['Currency', 'text', ({ currency }) => currency],
  ])

const MOVE_COLUMNS: readonly SimpleColumn<Move>[] = [
  { id: 'month', title: 'Month', kind: 'text', isName: true, cell: ({ month }) => monthOfYearText(month) },
  { id: 'from', title: 'From', kind: 'text', cell: ({ from }) => PNL_LINES[from].label },
  { id: 'to', title: 'To', kind: 'text', cell: ({ to }) => PNL_LINES[to].label },
  { id: 'rows', title: 'Rows', kind: 'number', cell: ({ rows }) => wholeText(rows) },
  {
    id: 'amount',
    title: 'Amount',
    kind: 'number',
    cell: ({ amount, currency }) => `${exactText(amount, currency)} ${currency}`,
  },
]
