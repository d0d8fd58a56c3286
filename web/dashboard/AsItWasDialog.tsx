import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Publication } from '#contract/as-it-was.ts'
import { QueryBody } from '#web/shell/QueryBody.tsx'
import { ExportDescription, type DescribeExport } from '#web/table/export-description.ts'
import { ExportMenu } from '#web/table/ExportMenu.tsx'
import { useCompany } from '#web/shell/use-company.ts'
import { SimpleTable, type SimpleColumn } from '#web/table/SimpleTable.tsx'
import { trpc } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { dayOfMoment, momentText, today } from '#web/ui/dates.ts'
import { Modal } from '#web/ui/Modal.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { ShowOlder } from '#web/ui/ShowOlder.tsx'
import { asOfIn, justBefore, momentOf, pastText, type Past } from './as-of.ts'
import { momentsFacts, momentsSheet } from './change-sheets.ts'
import { publicationText } from './publication-words.ts'
import styles from './AsItWasDialog.module.css'

interface AsItWasDialogProps {
  companyId: string
  past: Past
  onClose: () => void
}

/** At which moment numbers are to be read: typed, or one at which they changed. */
export const AsItWasDialog = ({ companyId, past, onClose }: AsItWasDialogProps) => {
  const { company } = useCompany()
  // The list is of the whole company, whatever the page beneath shows.
  const describe: DescribeExport = async (content, rows) => {
    const { describeExport } = await import('#web/shell/describe-export.ts')
    const facts = [
      ['Company', company.name],
      ['Page', 'When numbers changed'],
    ] as const
    return describeExport({ companyId, facts }, content, rows)
  }
  const show = (moment: string) => {
    past.show(moment)
    onClose()
  }
  return (
    <Modal
      isOpen
      size="lg"
      title="As it was"
      description="See this page as it was at a given time, with the files, costs, expenses, settings and exchange rates of that time."
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
    >
      <div className={styles.parts}>
        <TypedMoment asOf={past.asOf} onShow={show} />
        <section>
          <h3 className={styles.title}>When numbers changed</h3>
          <ExportDescription value={describe}>
            <Moments companyId={companyId} onShow={show} />
          </ExportDescription>
        </section>
      </div>
    </Modal>
  )
}

function TypedMoment({ asOf, onShow }: { asOf: string | undefined; onShow: (moment: string) => void }) {
  const [day, setDay] = useState<string | null>(asOf === undefined ? null : dayOfMoment(new Date(asOf)))
  const [time, setTime] = useState(asOf === undefined ? '00:00' : clockOf(asOf))
  const [isTried, setTried] = useState(false)
  const moment = day === null ? null : momentOf(day, time)
  const past = moment === null ? undefined : asOfIn(moment)
  const problem =
    day === null
      ? { day: 'Type a day like 2026-03-31.' }
      : moment === null
        ? { time: 'Type a time like 14:05.' }
        : past === undefined
          ? { time: 'This time is in the future.' }
          : {}
  return (
    <form
      className={styles.fields}
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (past !== undefined) onShow(past)
      }}
    >
      <DateField
        label="Day"
        value={day}
        onChange={setDay}
        max={today()}
        {...(isTried && problem.day !== undefined && { error: problem.day })}
      />
      <TextField
        label="Time"
        value={time}
        onChange={setTime}
        placeholder="14:05"
        autoComplete="off"
        {...(isTried && problem.time !== undefined && { error: problem.time })}
      />
      <Button type="submit" kind="primary">
        Show
      </Button>
    </form>
  )
}

const clockOf = (moment: string): string => {
  const date = new Date(moment)
  return `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`
}

function Moments({ companyId, onShow }: { companyId: string; onShow: (moment: string) => void }) {
  const query = useInfiniteQuery(
    trpc.audit.listMoments.infiniteQueryOptions(
      { companyId },
      {
        getNextPageParam: ({ publications, hasMore }) => (hasMore ? publications.at(-1)?.version : undefined),
        staleTime: 0,
      },
    ),
  )
  return (
    <QueryBody title="The list of changes" query={query}>
      {({ pages }) => {
        const publications = pages.flatMap((page) => page.publications)
        const begins = pages[0]?.begins ?? null
        const columns = [
          ...COLUMNS.filter(({ id }) => id !== 'who' || publications.some(({ by }) => by !== null)),
          actsOf(onShow, begins),
        ]
        if (publications.length === 0) return <p>No numbers have changed yet.</p>
        return (
          <>
            <div className={styles.tools}>
              <ExportMenu
                content={() => ({
                  sheet: momentsSheet(publications),
                  facts: momentsFacts(query.hasNextPage, begins),
                })}
                fileName="when-numbers-changed"
              />
            </div>
            <SimpleTable
              label="When numbers changed"
              columns={columns}
              rows={publications}
              rowId={({ version }) => String(version)}
            />
            <ShowOlder query={query} />
            {begins !== null && (
              <p className={styles.remark}>
                The tables were rebuilt on {pastText(begins)}. Earlier numbers are not available.
              </p>
            )}
          </>
        )
      }}
    </QueryBody>
  )
}

const COLUMNS: readonly SimpleColumn<Publication>[] = [
  { id: 'when', title: 'When', kind: 'text', cell: ({ at }) => momentText(at) },
  {
    id: 'what',
    title: 'What',
    kind: 'text',
    isName: true,
    cell: (publication) => <span className={styles.lines}>{publicationText(publication)}</span>,
    cellHint: publicationText,
  },
  {
    id: 'who',
    title: 'Who',
    kind: 'text',
    cell: ({ by }) => <span className={styles.lines}>{by}</span>,
    cellHint: ({ by }) => by ?? '',
  },
]

const actsOf = (onShow: (moment: string) => void, begins: string | null): SimpleColumn<Publication> => ({
  id: 'show',
  title: 'Show numbers',
  kind: 'number',
  cell: (publication) => (
    <span className={styles.acts}>
      {publication.at !== begins && (
        <Button
          size="sm"
          aria-label={`Before ${publicationText(publication)}`}
          onPress={() => onShow(justBefore(publication.at))}
        >
          Before
        </Button>
      )}
      <Button
        size="sm"
        aria-label={`After ${publicationText(publication)}`}
        onPress={() => onShow(publication.at)}
      >
        After
      </Button>
    </span>
  ),
})
