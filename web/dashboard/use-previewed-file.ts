import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '#web/trpc.ts'
import { toast } from '#web/ui/toast.ts'
import { fileContent, UnsendableFile, type FileContent } from './file-content.ts'

interface Looked<Preview> {
  file: FileContent
  preview: Preview
}

interface PreviewedFileOptions<Preview, Said> {
  bytesMax: number
  /** What the file would bring. Stores nothing. */
  preview: (file: FileContent, said: Said) => Promise<Preview>
  /** Stores what the file brings; answers with the words for it. */
  take: (looked: Looked<Preview>, said: Said) => Promise<string>
  /** It is stored, and whoever did it still looks. */
  onTaken: () => void
}

/**
 * A file that is looked at before it is taken.
 * @param nothing what is said of a file at first, by which it is looked at
 */
export function usePreviewedFile<Preview, Said>(
  nothing: Said,
  { bytesMax, preview, take, onTaken }: PreviewedFileOptions<Preview, Said>,
) {
  const [fileName, setFileName] = useState<string | null>(null)
  const [said, setSaid] = useState(nothing)
  /** It stays, and what has the focus in it, while its file is looked at once more. */
  const [looked, setLooked] = useState<Looked<Preview> | null>(null)
  const looking = useMutation({
    mutationFn: async ({ of, by }: { of: File | FileContent; by: Said }): Promise<Looked<Preview>> => {
      const file = of instanceof File ? await fileContent(of, bytesMax) : of
      return { file, preview: await preview(file, by) }
    },
  })
  const taking = useMutation({ mutationFn: (of: Looked<Preview>) => take(of, said) })
  /** Ends with every file that is looked at, and with the dialog. */
  const turn = useRef(0)
  useEffect(
    () => () => {
      turn.current++
    },
    [],
  )

  const look = (of: File | FileContent, by: Said) => {
    turn.current++
    setSaid(by)
    // What went wrong with another file or other answers is over.
    taking.reset()
    looking.mutate({ of, by }, { onSuccess: setLooked })
  }
  const takeLooked = async (of: Looked<Preview>) => {
    const its = turn.current
    try {
      toast(await taking.mutateAsync(of), 'positive')
      if (turn.current === its) onTaken()
    } catch (error) {
      // The dialog tells it, unless it is closed or about another file by then.
      if (turn.current !== its)
        toast(`“${of.file.fileName}” was not imported. ${messageOf(error)}`, 'negative')
    }
  }
  const failure = looking.error ?? taking.error
  return {
    /** Of the file that was chosen last, also where it could not be looked at. */
    fileName,
    said,
    looked: looking.isError ? null : looked,
    isLooking: looking.isPending,
    isTaking: taking.isPending,
    failure: failure && messageOf(failure),
    choose: ([chosen]: readonly File[]) => {
      if (!chosen) return
      setFileName(chosen.name)
      setLooked(null)
      look(chosen, nothing)
    },
    lookAgain: (by: Said) => {
      if (looked) look(looked.file, by)
    },
    take: () => {
      if (looked) void takeLooked(looked)
    },
    forget: () => {
      turn.current++
      setFileName(null)
      setLooked(null)
      looking.reset()
      taking.reset()
    },
  }
}

const messageOf = (error: unknown): string =>
  error instanceof UnsendableFile ? error.message : errorText(error)
