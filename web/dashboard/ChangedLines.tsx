import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ChangedLine, ChangesSince } from '#contract/as-it-was.ts'
import { withMoment } from '#web/search-params.ts'
import { ExportMenu } from '#web/table/ExportMenu.tsx'
import type { Facts } from '#web/table/sheet.ts'
import { SimpleTable, type SimpleColumn } from '#web/table/SimpleTable.tsx'
import { momentText } from '#web/ui/dates.ts'
import { exactText, NO_VALUE, quantityText } from '#web/ui/numbers.ts'
import { SelectField } from '#web/ui/SelectField.tsx'
import {
  causesOf,
  causesSheet,
  changedLinesSheet,
  changeFacts,
  NO_DIFFERENCE,
  publicationsText,
  type Cause,
} from './change-sheets.ts'
import { placeOf } from './publication-words.ts'
import styles from './ChangedLines.module.css'

interface ChangedLinesProps {
  found: ChangesSince
  companyId: string
  currencyCode: string
  /** Of its files: what they are called, and what they are of. */
  named: string
  facts: Facts
}

/** Lines of the statement that are not what they were, and of one of them what made the difference. */
export function ChangedLines({ found, companyId, currencyCode, named, facts }: ChangedLinesProps) {
  const { lines, publicationCount } = found
  const [chosen, setChosen] = useState<string>('netProfit')
  const line = lines.find((one) => one.line === chosen) ?? lines[0]
  const told = publicationsText(found)
  const factsOfFile: Facts = [...facts, ['Currency', currencyCode], ...changeFacts(found)]
  if (!line)
    return (
      <p>
        {publicationCount === 0
          ? 'Nothing has been changed since.'
          : `${told} None of them changed these numbers.`}
      </p>
    )
  return (
    <div className={styles.parts}>
      <section>
        <div className={styles.head}>
          <h3 className={styles.title}>What made the difference</h3>
          <div className={styles.tools}>
            <SelectField
              label="Line"
              choices={lines.map((one) => ({ value: one.line, label: one.label }))}
              value={line.line}
              onChange={setChosen}
            />
            <ExportMenu
              label="Export all lines"
              content={() => ({ sheet: causesSheet(found, currencyCode), facts: factsOfFile })}
              fileName={`${named}-causes`}
            />
          </div>
        </div>
        <Causes line={line} found={found} companyId={companyId} currencyCode={currencyCode} />
      </section>
      <section>
        <div className={styles.head}>
          <h3 className={styles.title}>All lines that differ</h3>
          <ExportMenu
            content={() => ({ sheet: changedLinesSheet(found, currencyCode), facts: factsOfFile })}
            fileName={named}
          />
        </div>
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

interface CausesProps extends Pick<ChangedLinesProps, 'found' | 'companyId' | 'currencyCode'> {
  line: ChangedLine
}

/** The parts of a difference, the largest first, and what they come to. */
function Causes({ line, found: { publications }, companyId, currencyCode }: CausesProps) {
  if (line.difference === null) return <p>{NO_DIFFERENCE}</p>
  const rows = causesOf(line, publications)
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
        <Link
          to={place.to}
          params={{ companyId }}
          search={withMoment(place.to, place.search)}
          className={styles.link}
        >
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
