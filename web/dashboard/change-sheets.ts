import type { ChangedLine, ChangePart, ChangesSince, Publication } from '#contract/as-it-was.ts'
import { sheetFrom, sheetOf, typeOfUnit, type Facts, type Sheet } from '#web/table/sheet.ts'
import type { FileColumn } from '#web/table/table-column.ts'
import { countText } from '#web/ui/numbers.ts'
import { otherPartText, publicationText } from './publication-words.ts'

/** What made a part of a difference. */
export interface Cause extends ChangePart {
  publication: Publication | undefined
  text: string
}

/** The parts of the difference of a line, the largest first. */
export const causesOf = ({ parts }: ChangedLine, publications: readonly Publication[]): Cause[] =>
  parts.map((part) => {
    const publication = publications.find(({ version }) => version === part.version)
    return { ...part, publication, text: publication ? publicationText(publication) : otherPartText(part) }
  })

export const NO_DIFFERENCE = 'An exchange rate is missing then or now, so the difference is not known.'

/** "3 changes since, 1 of them exchange rates alone." */
export const publicationsText = ({ publicationCount, ratesCount }: ChangesSince): string =>
  `${countText(publicationCount, 'change')} since${
    ratesCount > 0 ? `, ${ratesCount} of them exchange rates alone` : ''
  }.`

export const changeFacts = (found: ChangesSince): Facts => [['Changes', publicationsText(found)]]

/** All lines that differ. */
export const changedLinesSheet = ({ lines }: ChangesSince, currencyCode: string): Sheet =>
  sheetOf<ChangedLine>(
    [
      text('Line', ({ label }) => label),
      amount('Then', ({ before }) => before),
      amount('Now', ({ now }) => now),
      amount('Difference', ({ difference }) => difference),
      text('Missing', ({ difference }) => (difference === null ? NO_DIFFERENCE : '')),
    ],
    lines,
    currencyCode,
  )

/** What made the difference, of every line: a row for each part, and one for a line whose difference is not known. */
export const causesSheet = ({ lines, publications }: ChangesSince, currencyCode: string): Sheet =>
  sheetOf<LinePart>(
    [
      text('Line', ({ label }) => label),
      text('What', ({ text: what }) => what),
      text('Who', ({ publication }) => publication?.by ?? null),
      text('When', ({ publication }) => publication?.at ?? null),
      text('Version', ({ publication }) => publication?.version ?? null),
      amount('Amount', ({ amount: made }) => made),
    ],
    lines.flatMap((line): LinePart[] =>
      line.difference === null
        ? [{ label: line.label, unit: line.unit, text: NO_DIFFERENCE, amount: null }]
        : causesOf(line, publications).map((cause) => ({ ...cause, label: line.label, unit: line.unit })),
    ),
    currencyCode,
  )

/** What the list of moments is of, whatever page it was opened from. */
export const momentsFacts = (hasMore: boolean, begins: string | null): Facts => [
  ['Rows', hasMore ? 'the newest, as shown' : 'all'],
  ['Not in it', 'changes of exchange rates alone'],
  ...(begins === null ? [] : [['Tables rebuilt, so that numbers are not kept before', begins] as const]),
]

/** When numbers changed, as far as it was read. */
export const momentsSheet = (publications: readonly Publication[]): Sheet =>
  sheetFrom(publications, [
    ['When', 'text', ({ at }) => at],
    ['What', 'text', publicationText],
    ['Who', 'text', ({ by }) => by],
    ['Version', 'number', ({ version }) => version],
  ])

type LinePart = Pick<ChangedLine, 'label' | 'unit'> &
  Pick<Cause, 'text'> & { publication?: Publication | undefined; amount: string | null }

const text = <Row>(title: string, value: FileColumn<Row>['value']): FileColumn<Row> => ({
  title,
  kind: 'text',
  value,
})
const amount = <Row extends Pick<ChangedLine, 'unit'>>(
  title: string,
  value: FileColumn<Row>['value'],
): FileColumn<Row> => ({ title, kind: 'number', type: ({ unit }) => typeOfUnit(unit), value })
