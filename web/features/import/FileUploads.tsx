import { useRefusalIn } from '#web/settings/use-team.ts'
import { DropArea } from './DropArea.tsx'
import styles from './FileUploads.module.css'
import { ImportProgress, UploadProgress } from './ImportProgress.tsx'
import { forget, upload, useUploads } from './uploads.ts'

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
