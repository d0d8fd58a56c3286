import type { JournalDownload } from '#contract/journals.ts'
import { DELIMITED_NOTATION } from './ui/delimited-notation.ts'

/** Days without a file, for the import page: `?missing=2026-03-01.2026-03-31&of=Europe,+EUR`. */
export const missingSearch = ({
  startDate,
  endDate,
  account,
  currency,
}: Record<'startDate' | 'endDate' | 'account' | 'currency', string>) => ({
  missing: `${startDate}.${endDate}`,
  of: [account, currency].filter(Boolean).join(', '),
})

const ofCompany = (importPath: string, companyId: string, ticket: string) =>
  `/${importPath}?${new URLSearchParams({ companyId, ticket })}`

/** Addresses outside the router: plain HTTP of the server. */
export const fileUrls = {
  upload: (companyId: string, fileName: string, account?: string) =>
    `/imports?${new URLSearchParams({ companyId, fileName, ...(account ? { account } : {}) })}`,
  refusedRows: (companyId: string, importId: number, ticket: string) =>
    `${ofCompany(`files/imports/${importId}/refused.csv`, companyId, ticket)}&${new URLSearchParams({ delimiter: DELIMITED_NOTATION.delimiter })}`,
  journals: (companyId: string, download: JournalDownload, ticket: string) =>
    `/files/journals?${new URLSearchParams({ companyId, download: JSON.stringify(download), ticket }).toString()}`,
  original: (companyId: string, importId: number, ticket: string) =>
    ofCompany(`files/imports/${importId}/original`, companyId, ticket),
}
