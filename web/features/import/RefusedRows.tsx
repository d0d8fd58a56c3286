import type { RefusedRow } from '#contract/imports.ts'
import { Cell, DataTable, Head } from '#web/ui/DataTable.tsx'
import { Identifier } from '#web/ui/Identifier.tsx'
import { wholeText } from '#web/ui/numbers.ts'

const SHOWN_MAX = 20

/** The first rows that could not be taken, as they stand in the file. */
export function RefusedRows({ rows }: { rows: readonly RefusedRow[] }) {
  return (
    <DataTable
      label="Refused rows"
      head={
        <>
          <Head>Line</Head>
          <Head isText>Reason</Head>
          <Head isText>As it stands in the file</Head>
        </>
      }
    >
      {rows.slice(0, SHOWN_MAX).map(({ lineNumber, table, reason, text }) => (
        <tr key={`${table}.${lineNumber}.${reason}`}>
          <Cell>{wholeText(lineNumber)}</Cell>
          <Cell isText title={reason}>
            {reason}
          </Cell>
          <Cell isText title={text}>
            <Identifier>{text.replaceAll('\t', ' ⇥ ')}</Identifier>
          </Cell>
        </tr>
      ))}
    </DataTable>
  )
}
