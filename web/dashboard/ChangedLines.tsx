import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ChangedLine, ChangePart, ChangesSince, Publication } from '#contract/as-it-was.ts'
import { SimpleTable, type SimpleColumn } from '#web/table/SimpleTable.tsx'
import { momentText } from '#web/ui/dates.ts'
import { countText, exactText, NO_VALUE, quantityText } from '#web/ui/numbers.ts'
import { SelectField } from '#web/ui/SelectField.tsx'
import { otherPartText, placeOf, publicationText } from './publication-words.ts'
import styles from './ChangedLines.module.css'

interface ChangedLinesProps {
  found: ChangesSince
  companyId: string
  currencyCode: string
}

/** Lines of the statement that are not what they were, and of one of them what made the difference. */
export function ChangedLines({ found, companyId, currencyCode }: ChangedLinesProps) {
  const { lines, publicationCount, ratesCount } = found
  const [chosen, setChosen] = useState<string>('netProfit')
  const line = lines.find((one) => one.line === chosen) ?? lines[0]
  const told = `${countText(publicationCount, 'change')} since${
    ratesCount > 0 ? `, ${ratesCount} of them exchange rates alone` : ''
  }.`
  if (!line)
    return (
      <p>
        {publicationCount === 0 ? 'Nothing has been changed since.' : `${told} None changed these numbers.`}
      </p>
    )
  return (
    <div className={styles.parts}>
      <section>
        <div className={styles.head}>
          <h3 className={styles.title}>What made the difference</h3>
          <SelectField
            label="Line"
            choices={lines.map((one) => ({ value: one.line, label: one.label }))}
            value={line.line}
            onChange={setChosen}
          />
        </div>
        <Causes line={line} found={found} companyId={companyId} currencyCode={currencyCode} />
      </section>
      <section>
        <h3 className={styles.title}>All lines that differ</h3>
        <SimpleTable
          label="Lines that differ"
          columns={lineColumns(currencyCode)}
          rows={lines}
          rowId={(one) => one.line}
          isDense
        />
      </section>
      <p className={styles.remark}>{told}</p>
    </div>
  )
}

interface CausesProps extends ChangedLinesProps {
  line: ChangedLine
}

/** The parts of a difference, the largest first, and what they come to. */
function Causes({ line, found: { publications }, companyId, currencyCode }: CausesProps) {
  if (line.difference === null)
    return <p>An exchange rate is missing then or now, so the difference is not known.</p>
  const causeOf = ({ version }: ChangePart) => publications.find((one) => one.version === version)
  const rows = line.parts.map((part): Cause => {
    const publication = causeOf(part)
    return { ...part, publication, text: publication ? publicationText(publication) : otherPartText(part) }
  })
  const total: Cause = {
    text: 'Difference',
    amount: line.difference,
    version: null,
    of: null,
    count: 0,
    publication: undefined,
  }
  const columns = causeColumns(companyId, (text) => amountText(text, line, currencyCode)).filter(
    ({ id }) => id !== 'who' || rows.some(({ publication }) => publication?.by != null),
  )
  return (
    <SimpleTable
      label={`What changed ${line.label}`}
      columns={columns}
      rows={rows}
      rowId={({ version, of }) => String(version ?? of)}
      result={total}
      isDense
    />
  )
}

interface Cause extends ChangePart {
  publication: Publication | undefined
  text: string
}

const causeColumns = (companyId: string, written: (amount: string) => string): SimpleColumn<Cause>[] => [
  {
    id: 'what',
    title: 'What',
    kind: 'text',
    isName: true,
    cell: ({ publication, of, text }) => {
      const place = placeOf(
        publication ?? { kind: of === 'RATES' ? 'RATES' : 'EDIT', importId: null, settings: [] },
      )
      return place ? (
        <Link to={place.to} params={{ companyId }} search={place.search} className={styles.link}>
          {text}
        </Link>
      ) : (
        text
      )
    },
    cellHint: ({ text }) => text,
  },
  {
    id: 'who',
    title: 'Who',
    kind: 'text',
    cell: ({ publication }) => publication?.by ?? '',
    cellHint: ({ publication }) => publication?.by ?? '',
  },
  {
    id: 'when',
    title: 'When',
    kind: 'text',
    cell: ({ publication }) => publication && momentText(publication.at),
  },
  { id: 'amount', title: 'Amount', kind: 'number', cell: ({ amount }) => written(amount) },
]

const lineColumns = (currencyCode: string): SimpleColumn<ChangedLine>[] => [
  { id: 'line', title: 'Line', kind: 'text', isName: true, cell: ({ label }) => label },
  ...(['before', 'now', 'difference'] as const).map((which): SimpleColumn<ChangedLine> => ({
    id: which,
    title: { before: 'Then', now: 'Now', difference: 'Difference' }[which],
    kind: 'number',
    cell: (line) => {
      const value = line[which]
      return value === null ? NO_VALUE : amountText(value, line, currencyCode)
    },
  })),
]

const amountText = (value: string, { unit }: ChangedLine, currencyCode: string): string =>
  unit === 'money' ? exactText(value, currencyCode) : quantityText(value)
