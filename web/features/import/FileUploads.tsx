import { skipToken, useQueries } from '@tanstack/react-query'
import { useRefusalIn } from '#web/settings/use-team.ts'
import { trpc } from '#web/trpc.ts'
import { DropArea } from './DropArea.tsx'
import { filesText } from './files-text.ts'
import styles from './FileUploads.module.css'
import { ImportProgress, UploadProgress } from './ImportProgress.tsx'
import { forget, upload, useUploads, type Upload } from './uploads.ts'

interface FileUploadsProps {
  companyId: string
  /** Imports under way that were not begun in this tab. */
  alsoWatched?: readonly number[]
}

/** Takes files of a company and shows how far each of them is, from being sent to what came of it. */
export function FileUploads({ companyId, alsoWatched = [] }: FileUploadsProps) {
  const uploads = useUploads(companyId)
  const refusal = useRefusalIn(companyId, 'importFiles')
  return (
    <>
      <DropArea refusal={refusal} onFiles={(files) => upload(companyId, files)} />
      {uploads.length > 1 && <Together companyId={companyId} uploads={uploads} />}
      {uploads.length + alsoWatched.length > 0 && (
        <ul className={styles.tasks}>
          {uploads.map((one) =>
            one.importId === null ? (
              <UploadProgress key={one.key} upload={one} />
            ) : (
              <ImportProgress
                key={one.key}
                companyId={companyId}
                importId={one.importId}
                isFolded={uploads.length > 1}
                onDismiss={() => forget(one.key)}
              />
            ),
          )}
          {alsoWatched.map((id) => (
            <ImportProgress key={`import ${id}`} companyId={companyId} importId={id} />
          ))}
        </ul>
      )}
    </>
  )
}

/** What came of several files, in one line over them. */
function Together({ companyId, uploads }: { companyId: string; uploads: readonly Upload[] }) {
  const answers = useQueries({
    queries: uploads.map(({ importId }) => ({
      ...trpc.imports.get.queryOptions(importId === null ? skipToken : { companyId, importId }),
      meta: { isQuiet: true },
    })),
  })
  return (
    <output className={styles.together}>
      {filesText(answers.map(({ data }, index) => (uploads[index]?.problem ? 'NOT_SENT' : data)))}
    </output>
  )
}
