/** Calls for downloads, outside of the query cache: what is downloaded is as new as the click. */
import type { JournalDownload } from '#contract/journals.ts'
import { client } from './trpc.ts'

export const getCostTemplate = (companyId: string, skus: readonly string[], withSizes: boolean) =>
  client.productMaster.getCostTemplate.query({ companyId, skus: [...skus], withSizes })

/** Lets one download of an import's files through, within a minute. */
export const getDownloadTicket = (companyId: string, importId: number) =>
  client.imports.getDownloadTicket.mutate({ companyId, importId })

/** Lets one download of journals through, within a minute. */
export const getJournalTicket = (companyId: string, download: JournalDownload) =>
  client.journals.getDownloadTicket.mutate({ companyId, download })
