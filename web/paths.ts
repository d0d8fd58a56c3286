/** Every address of the application, as the router names them. */
export const PATHS = {
  home: '/',
  transactionProfitAndLoss: '/$companyId/profitAndLoss/transaction',
  import: '/$companyId/import',
} as const

const ofCompany = (importPath: string, companyId: string) =>
  `/${importPath}?${new URLSearchParams({ companyId })}`

/** Addresses outside the router: plain HTTP of the server. */
export const fileUrls = {
  upload: (companyId: string, fileName: string, account?: string) =>
    `/imports?${new URLSearchParams({ companyId, fileName, ...(account ? { account } : {}) })}`,
  refusedRows: (companyId: string, importId: number) =>
    ofCompany(`files/imports/${importId}/refused.csv`, companyId),
  original: (companyId: string, importId: number) =>
    ofCompany(`files/imports/${importId}/original`, companyId),
}
