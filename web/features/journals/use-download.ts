import { useMutation } from '@tanstack/react-query'
import type { JournalDownload, JournalQuestion } from '#contract/journals.ts'
import { getJournalTicket } from '#web/download-calls.ts'
import { fileUrls } from '#web/file-urls.ts'
import { saveFile } from '#web/table/save-file.ts'
import { SaidError } from '#web/trpc.ts'
import { DELIMITED_NOTATION } from '#web/ui/delimited-notation.ts'

/** Downloads journals. What the server says instead of a file is an error with its words. */
export const useDownload = (companyId: string) =>
  useMutation({
    mutationFn: async (question: JournalQuestion) => {
      const download: JournalDownload = { ...question, notation: DELIMITED_NOTATION }
      const { ticket } = await getJournalTicket(companyId, download)
      const response = await fetch(fileUrls.journals(companyId, download, ticket))
      if (!response.ok) throw new SaidError(await reasonOf(response))
      saveFile(nameOf(response), await response.blob())
    },
  })

async function reasonOf(response: Response): Promise<string> {
  const said: unknown = await response.json().catch(() => null)
  return said && typeof said === 'object' && 'error' in said && typeof said.error === 'string'
    ? said.error
    : 'The file could not be made. Try again.'
}

const nameOf = ({ headers }: Response): string =>
  /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'journals'
