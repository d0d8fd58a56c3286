import { Link } from '@tanstack/react-router'
import type { ImportPart } from '#contract/imports.ts'
import { StatusWord } from '#web/import-status/StatusWord.tsx'
import { PATHS } from '#web/paths.ts'
import { SimpleTable, type SimpleColumn } from '#web/table/SimpleTable.tsx'
import { NoValue } from '#web/ui/NumberText.tsx'
import styles from './ArchiveParts.module.css'

interface ArchivePartsProps {
  companyId: string
  parts: readonly ImportPart[]
}

/** The files of an archive, each with what became of it. */
export function ArchiveParts({ companyId, parts }: ArchivePartsProps) {
  const file: SimpleColumn<ImportPart> = {
    id: 'file',
    title: 'File',
    kind: 'text',
    isName: true,
    cell: ({ name, importId }) =>
      importId === null ? (
        name
      ) : (
        <Link
          to={PATHS.import}
          params={{ companyId }}
          search={{ import: String(importId) }}
          className={styles.file}
        >
          {name}
        </Link>
      ),
    cellHint: ({ name }) => name,
  }
  return (
    <SimpleTable
      label="Files of this archive"
      columns={[STATUS, file, NOTE]}
      rows={parts}
      rowId={({ name }) => name}
    />
  )
}

const STATUS: SimpleColumn<ImportPart> = {
  id: 'status',
  title: 'Status',
  kind: 'text',
  cell: ({ status, problem }) =>
    status ? <StatusWord status={status} /> : problem ? <StatusWord status="REFUSED" /> : <NoValue />,
}

const NOTE: SimpleColumn<ImportPart> = {
  id: 'note',
  title: 'Note',
  kind: 'text',
  cell: ({ problem }) => problem ?? <NoValue />,
  cellHint: ({ problem }) => problem ?? '',
}
