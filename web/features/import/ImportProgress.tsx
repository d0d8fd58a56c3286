import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect } from 'react'
import { isUnderWay } from '#contract/import-status.ts'
import type { ImportRecord } from '#contract/imports.ts'
import { errorText, trpc } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { bytesText } from '#web/ui/numbers.ts'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { AccountQuestion } from './AccountQuestion.tsx'
import { CancelButton } from './CancelButton.tsx'
import { CostQuestion } from './CostQuestion.tsx'
import { DateOrderQuestion } from './DateOrderQuestion.tsx'
import { DayQuestion } from './DayQuestion.tsx'
import { fileText } from './files-text.ts'
import { PHASE, STATUS } from '#web/import-status/import-words.ts'
import styles from './ImportProgress.module.css'
import { ImportResult } from './ImportResult.tsx'
import { MarketplaceQuestion } from './MarketplaceQuestion.tsx'
import { StatusWord } from '#web/import-status/StatusWord.tsx'
import { Task } from './Task.tsx'
import { forget, type Upload } from './uploads.ts'
import { useImportsChanged } from './use-imports-changed.ts'

const POLL_MS = 1_000

/** A file while it is being sent. */
export function UploadProgress({ upload }: { upload: Upload }) {
  const { fileName, bytes, sentBytes, problem } = upload
  if (problem !== null) {
    return (
      <Task
        title={fileName}
        status="Not sent"
        isOver
        action={<IconButton icon={X} label="Dismiss" onPress={() => forget(upload.key)} />}
      >
        {problem}
      </Task>
    )
  }
  return (
    <Task
      title={fileName}
      status={`Sending, ${bytesText(sentBytes)} of ${bytesText(bytes)}`}
      action={
        <Button size="sm" onPress={upload.cancel}>
          Cancel
        </Button>
      }
    >
      <ProgressBar label={`Sending ${fileName}`} share={bytes > 0 ? sentBytes / bytes : undefined} />
    </Task>
  )
}

/** An archive has ended when its files have. */
const isGoingOn = ({ status, parts }: ImportRecord): boolean =>
  isUnderWay(status) || parts.some((part) => part.status !== null && isUnderWay(part.status))

interface ImportProgressProps {
  companyId: string
  importId: number
  /** Absent where an import shows itself, because it is still under way. */
  onDismiss?: () => void
  /** One of several: what came of it is opened on demand. */
  isFolded?: boolean
}

/** A file that has arrived: how far it has been read, what it asks, and what came of it. */
export function ImportProgress({ companyId, importId, onDismiss, isFolded = false }: ImportProgressProps) {
  const importsChanged = useImportsChanged()
  const query = useQuery({
    ...trpc.imports.get.queryOptions({ companyId, importId }),
    refetchInterval: ({ state }) => (state.data && !isGoingOn(state.data) ? false : POLL_MS),
    meta: { isQuiet: true },
  })
  const status = query.data?.status
  const isOver = query.data !== undefined && !isGoingOn(query.data)
  useEffect(() => {
    if (isOver) void importsChanged()
    // Once per outcome: what the callback closes over does not change what it does.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [status, isOver])

  if (query.isError) {
    return (
      <Task title={`Import ${importId}`} status="Could not be read" isOver>
        {errorText(query.error)}
      </Task>
    )
  }
  const record = query.data
  if (!record) return null

  if (isUnderWay(record.status)) {
    const { progress } = record
    return (
      <Task
        title={record.fileName}
        status={
          progress
            ? `${PHASE[progress.phase]}, ${bytesText(progress.bytesRead)} of ${bytesText(record.bytes)}`
            : STATUS[record.status].word
        }
        action={<CancelButton record={record} onCancelled={() => void query.refetch()} />}
      >
        <ProgressBar
          label={`Reading ${record.fileName}`}
          share={progress && record.bytes > 0 ? Math.min(progress.bytesRead / record.bytes, 1) : undefined}
        />
      </Task>
    )
  }
  return (
    <Task
      title={record.fileName}
      status={<StatusWord status={record.status} />}
      isOver
      action={
        record.status === 'NEEDS_ANSWER' ? (
          <CancelButton record={record} onCancelled={() => void query.refetch()} />
        ) : (
          onDismiss && <IconButton icon={X} label="Dismiss" onPress={onDismiss} />
        )
      }
    >
      {record.status === 'NEEDS_ANSWER' ? (
        record.costQuestion ? (
          <CostQuestion
            record={record}
            question={record.costQuestion}
            onAnswered={() => void query.refetch()}
          />
        ) : record.asksMarketplace ? (
          <MarketplaceQuestion record={record} onAnswered={() => void query.refetch()} />
        ) : record.asksDay ? (
          <DayQuestion record={record} onAnswered={() => void query.refetch()} />
        ) : record.asksDateOrder ? (
          <DateOrderQuestion record={record} onAnswered={() => void query.refetch()} />
        ) : (
          <AccountQuestion record={record} onAnswered={() => void query.refetch()} />
        )
      ) : isFolded &&
        record.status !== 'UNPACKED' &&
        record.problem === null &&
        record.damages.length === 0 ? (
        <details className={styles.folded}>
          <summary>{fileText(record)}</summary>
          <ImportResult record={record} />
        </details>
      ) : (
        <ImportResult record={record} />
      )}
    </Task>
  )
}
